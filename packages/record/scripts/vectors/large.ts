import type { Note } from '../../src/notes.ts';
import { validNamed } from './invalid-vector.ts';
import { followed, type Recipe } from './recipe.ts';
import type { Made } from './table.ts';
import { recordText } from './write.ts';

/** A vector whose file would have megabytes, so that the index gives a recipe for it. */
interface LargeVector {
  readonly name: string;
  /** The expected error code. Absent if the record must be accepted. */
  readonly code?: string;
  readonly event?: number | null;
  readonly notes?: readonly Note['code'][];
  readonly note: string;
  readonly recipe: () => Promise<Recipe>;
}

const MAX_BYTES = 10_000_000;
const MAX_EVENTS = 24_000;
const EVENTS = '"events":[';

/** Inserts a text before the first event of the shortest record. */
function repeated(text: string, times: number): () => Promise<Recipe> {
  return async () => ({ base: 'valid/shortest.json', after: EVENTS, text, times });
}

/** Fills the shortest record with blanks up to a number of bytes. */
function blanks(bytes: number): () => Promise<Recipe> {
  return async () => {
    const { length } = Buffer.from(recordText((await validNamed('shortest')).record));
    return repeated(' ', bytes - length)();
  };
}

/** Fills a record with announcements of the player who has to act before event `before`, each answered, up to 24,000 events. */
function announcements(base: string, before: number): () => Promise<Recipe> {
  return async () => {
    const made = await validNamed(base);
    const { events } = made.record;
    const { seat, at } = toAct(made, before);
    const pair = [
      { type: 'absent', seat, p: null, at },
      { type: 'present', p: seat, sent: at, at },
    ];
    const times = (MAX_EVENTS - events.length) / pair.length;
    const recipe = { base: `valid/${base}.json`, before, events: pair, times };
    const { finalHash } = JSON.parse(followed({ ...recipe, finalHash: '' }, recordText(made.record)));
    return { ...recipe, finalHash };
  };
}

/** The player who acts or is declared to lose with event `n`, and the time of the event before it. */
function toAct({ record }: Made, n: number): { seat: 0 | 1; at: number } {
  const [last, event] = [record.events[n - 1], record.events[n]];
  const seat = event?.type === 'forfeit' ? event.loser : event?.p;
  if (!last || (seat !== 0 && seat !== 1)) throw new Error(`no player has to act before event ${n}`);
  return { seat, at: last.at };
}

const tooLarge = (name: string, note: string, recipe: LargeVector['recipe']): LargeVector => ({
  name,
  code: 'text-too-large',
  event: null,
  note,
  recipe,
});

export const largeVectors: readonly LargeVector[] = [
  { name: 'text-largest', note: 'a text of exactly 10,000,000 bytes', recipe: blanks(MAX_BYTES) },
  {
    name: 'record-full',
    note: 'lost by abandonment with the last place of the record, which no announcement fits in front of: verifies, with a note',
    notes: ['record-full', 'quick-asides'],
    recipe: announcements('forfeit-absence-unannounced', 11),
  },
  tooLarge('text-bytes', 'a text of 10,000,001 bytes', blanks(MAX_BYTES + 1)),
  tooLarge('text-containers', 'more than 150,000 arrays', repeated('[],', 150_000)),
  tooLarge('text-strings', 'more than 350,000 strings', repeated('"",', 350_000)),
  tooLarge('text-values', 'more than 700,000 values', repeated('0,', 700_000)),
  {
    name: 'too-many-events',
    code: 'too-many-events',
    event: null,
    note: 'more than 24,000 events, whatever they are',
    recipe: repeated('{},', MAX_EVENTS),
  },
  {
    name: 'too-many-events-last',
    code: 'too-many-events',
    event: MAX_EVENTS - 1,
    note: 'the last place taken by another event than a forfeit',
    recipe: announcements('shortest', 6),
  },
];
