import { MATCH_ID, type MatchRecord } from 'bg-record';
import { startMatch } from 'bg-rules';
import { LRUCache } from 'lru-cache';
import type { RecordStore } from '../ports/records.ts';
import type { Puzzles } from '../puzzle/puzzles.ts';
import type { Scene } from './board-svg.ts';

/** Paints boards as PNG. Resolves to null when it has too much to do, or fails. */
export interface Painter {
  /** True if a request would be refused now. */
  readonly isBusy: boolean;
  paint(subject: { readonly scene: Scene } | { readonly record: MatchRecord }): Promise<Uint8Array | null>;
}

interface PicturesParts {
  readonly painter: Painter;
  readonly records: Pick<RecordStore, 'read'>;
  readonly puzzles: Pick<Puzzles, 'show'>;
}

/** The path of a picture, and the result of asking for it. `busy`: the same request may succeed later. */
type Picture = { readonly png: Uint8Array } | 'not-found' | 'busy';

/** Capacity of the cache: some 200 pictures. */
const CACHE_BYTES = 8 * 1024 * 1024;
/** Pictures that are being looked up or painted at once. More are refused. */
const MOST_AT_ONCE = 8;

/** The paths of the pictures of a match, of a puzzle and of the board at the start. */
export const picturePath = {
  board: '/pictures/board.png',
  match: (id: string) => `/pictures/match/${id}.png`,
  puzzle: (date: string) => `/pictures/puzzle/${date}.png`,
} as const;

const PATH = /^\/pictures\/(?:board|(match|puzzle)\/([A-Za-z0-9_-]{1,64}))\.png$/;

/**
 * The pictures behind shared links. Each is painted once and kept in memory, because neither a finished match nor a puzzle changes.
 * Requests for one picture at the same time share one painting.
 */
export class Pictures {
  readonly #painter: Painter;
  readonly #records: PicturesParts['records'];
  readonly #puzzles: PicturesParts['puzzles'];
  readonly #painted = new LRUCache<string, Uint8Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });
  readonly #running = new Map<string, Promise<Picture>>();

  constructor({ painter, records, puzzles }: PicturesParts) {
    this.#painter = painter;
    this.#records = records;
    this.#puzzles = puzzles;
  }

  /** The picture at a path. */
  async at(path: string): Promise<Picture> {
    const known = this.#painted.get(path);
    if (known) return { png: known };
    const running = this.#running.get(path) ?? this.#paint(path);
    this.#running.set(path, running);
    try {
      return await running;
    } finally {
      this.#running.delete(path);
    }
  }

  async #paint(path: string): Promise<Picture> {
    // Before the record is read, which costs more than the refusal.
    if (this.#running.size >= MOST_AT_ONCE || this.#painter.isBusy) return PATH.test(path) ? 'busy' : 'not-found';
    const subject = await this.#subjectOf(path);
    if (!subject) return 'not-found';
    const png = await this.#painter.paint(subject);
    if (!png) return 'busy';
    this.#painted.set(path, png);
    return { png };
  }

  async #subjectOf(path: string): Promise<Parameters<Painter['paint']>[0] | null> {
    const [matched, kind, id = ''] = PATH.exec(path) ?? [];
    if (matched === undefined) return null;
    if (kind === 'match') {
      const record = MATCH_ID.test(id) ? await this.#records.read(id) : null;
      return record && { record };
    }
    if (kind === 'puzzle') {
      const shown = await this.#puzzles.show(id);
      if (!shown.ok) return null;
      const { position, cube, dice } = shown.value.puzzle;
      return { scene: { position, cube, dice } };
    }
    const { position, cube } = startMatch({ length: 1, rules: START_RULES });
    return { scene: { position, cube, dice: [3, 1] } };
  }
}

const START_RULES = { cube: true, crawford: true, jacoby: false, beavers: false } as const;
