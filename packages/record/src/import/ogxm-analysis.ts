import { Refusal } from './imported.ts';
import type { ByteReader, RecordReader } from './ogxm-bytes.ts';
import type { AnalysisPart } from './ogxm-file.ts';

/** A play with its value, both as the file has them. */
export interface ValuedPlay {
  /** A byte for each step. */
  readonly steps: Uint8Array;
  readonly value: number;
}

/** The judgement of a play. */
export interface PlayJudgement {
  readonly depth: number;
  /** The plays that the program ranked first, in its order. */
  readonly best: readonly ValuedPlay[];
  /** The play that is marked as made. */
  readonly made: ValuedPlay | null;
  /** The value that the play made lost, if the file says it apart from the plays. */
  readonly loss: number | null;
}

/** The judgement of a decision about the cube, from the doubler's side. */
export interface CubeJudgement {
  readonly depth: number;
  readonly noDouble: number;
  readonly doubleTake: number;
  readonly doublePass: number;
}

/** The units of values that are read. A file that analyses without the cube has another one. */
export type Unit = 'equity' | 'chance';

/** One analysis of a file. Its judgements are found by the index of the action in the match. */
export interface Analysis {
  /** The program, or null. */
  readonly by: string | null;
  /** The unit that the file states, or null for none that is known. */
  readonly unit: Unit | null;
  readonly plays: ReadonlyMap<number, PlayJudgement>;
  readonly cubes: ReadonlyMap<number, CubeJudgement>;
}

/** The most judgements that are read of all analyses of a file. Later ones are left out. */
const MOST_JUDGEMENTS = 200_000;
/** The longest list of plays that is read. No decision that people meet has more. */
const MOST_PLAYS = 500;
const MOST_SHOWN = 5;
const MOST_STEPS = 4;

/** Reads the analyses of a file, of which a damaged one is left out. The work is linear in their bytes. */
export function analysesOf(parts: readonly AnalysisPart[]): Analysis[] {
  let room = MOST_JUDGEMENTS;
  return parts.flatMap((part) => {
    try {
      const read = new AnalysisReader(part.about.again(), room);
      read.take(part.judgements.again());
      room = read.room;
      return [read];
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  });
}

/** Names of the optional fields about an analysis. The fields between them are passed over. */
const ABOUT = {
  match: 0,
  producer: 1,
  level: 2,
  coverage: 4,
  model: 5,
  name: 6,
  digest: 7,
  build: 8,
  unit: 9,
} as const;
const ID_BYTES = 16;
const DIGEST_BYTES = 32;
const UNITS: readonly (Unit | null)[] = [null, 'equity', 'chance'];
const KIND = { play: 0, cube: 1 } as const;

class AnalysisReader implements Analysis {
  readonly by: string | null;
  readonly unit: Unit | null;
  readonly plays = new Map<number, PlayJudgement>();
  readonly cubes = new Map<number, CubeJudgement>();
  readonly #level: Level;
  room: number;

  constructor(reader: ByteReader, room: number) {
    this.room = room;
    const record = reader.record();
    record.skip(ID_BYTES);
    if (record.has(ABOUT.match)) record.skip(DIGEST_BYTES);
    const producer = record.has(ABOUT.producer) ? record.varint() : null;
    this.#level = record.has(ABOUT.level) ? levelIn(record.record(), NO_LEVEL) : NO_LEVEL;
    if (record.has(ABOUT.coverage)) for (let left = record.varint(); left > 0; left--) record.varint();
    const model = record.has(ABOUT.model) ? record.text() : '';
    const name = record.has(ABOUT.name) ? record.text() : '';
    if (record.has(ABOUT.digest)) record.skip(DIGEST_BYTES);
    if (record.has(ABOUT.build)) record.text();
    this.unit = (record.has(ABOUT.unit) ? UNITS[record.varint()] : null) ?? null;
    this.by = programOf(producer, name, model);
  }

  take(reader: ByteReader): void {
    for (; this.room > 0 && !reader.isAtEnd; this.room--) {
      const record = reader.record();
      const action = record.varint();
      const kind = record.varint();
      if (kind === KIND.play) keepDeepest(this.plays, action, playIn(record, this.#level));
      else if (kind === KIND.cube) keepDeepest(this.cubes, action, this.#cubeIn(record));
    }
  }

  /** Returns null if a value is missing, or in another unit than the analysis. */
  #cubeIn(record: RecordReader): CubeJudgement | null {
    record.varint();
    const [noDouble, doubleTake, doublePass] = [0, 1, 2].map((bit) => (record.has(bit) ? valueIn(record) : null));
    if (record.has(CUBE.chances)) record.skip(CHANCES_BYTES);
    if (record.has(CUBE.loss)) record.fixed(4);
    if (record.has(CUBE.takePoint)) record.fixed(2);
    const level = record.has(CUBE.level) ? levelIn(record.record(), this.#level) : this.#level;
    if (record.has(CUBE.takeValue)) record.signed();
    const unit = record.has(CUBE.unit) ? (UNITS[record.varint()] ?? null) : this.unit;
    if (unit !== this.unit || noDouble == null || doubleTake == null || doublePass == null) return null;
    return { depth: depthOf(level, level.cube ?? level.plays), noDouble, doubleTake, doublePass };
  }
}

/** Keeps a judgement unless there is one that is as deep. */
function keepDeepest<T extends { readonly depth: number }>(all: Map<number, T>, action: number, one: T | null): void {
  const known = all.get(action);
  if (one && (!known || one.depth > known.depth)) all.set(action, one);
}

const CUBE = { chances: 3, loss: 4, takePoint: 5, level: 7, takeValue: 10, unit: 11 } as const;
/** Five chances of two bytes. */
const CHANCES_BYTES = 10;
const PLAYS = { list: 0, total: 1, best: 2, loss: 3, level: 4 } as const;
const IS_MADE = 2;

function playIn(record: RecordReader, outer: Level): PlayJudgement | null {
  const best: ValuedPlay[] = [];
  let made: ValuedPlay | null = null;
  const count = record.has(PLAYS.list) ? record.varint() : 0;
  if (count > MOST_PLAYS) return null;
  for (let n = 0; n < count; n++) {
    const one = record.record();
    const steps = one.take(one.varint());
    if (steps.length > MOST_STEPS) return null;
    const play = { steps, value: valueIn(one) };
    if (n < MOST_SHOWN) best.push(play);
    if (one.has(IS_MADE)) made ??= play;
  }
  if (record.has(PLAYS.total)) record.varint();
  if (record.has(PLAYS.best)) record.signed();
  const loss = record.has(PLAYS.loss) ? record.fixed(4) / MILLION : null;
  const level = record.has(PLAYS.level) ? levelIn(record.record(), outer) : outer;
  return best.length === 0 ? null : { depth: depthOf(level, level.plays), best, made, loss };
}

const MILLION = 1_000_000;

function valueIn(reader: ByteReader): number {
  return reader.signed() / MILLION;
}

/** How deeply a program looked. */
interface Level {
  /** A word of the program. */
  readonly name: string;
  readonly plays: number | null;
  readonly cube: number | null;
  readonly isRollout: boolean;
}

const NO_LEVEL: Level = { name: '', plays: null, cube: null, isRollout: false };
const LEVEL = { name: 0, plays: 1, cube: 2, rollout: 3, noRollout: 4 } as const;

/** Reads a level: what it does not say is that of the level around it. */
function levelIn(record: RecordReader, outer: Level): Level {
  const name = record.has(LEVEL.name) ? record.text() : outer.name;
  const plays = record.has(LEVEL.plays) ? record.varint() : outer.plays;
  const cube = record.has(LEVEL.cube) ? record.varint() : outer.cube;
  const isRollout = record.has(LEVEL.rollout) || (outer.isRollout && !record.has(LEVEL.noRollout));
  return { name, plays, cube, isRollout };
}

/** Rollouts are deeper than any number of plies, and those to the end deeper than those that stop earlier. */
const ROLLOUT = 2_000;
const TRUNCATED = 1_000;

function depthOf({ name, isRollout }: Level, plies: number | null): number {
  if (isRollout || name.startsWith('rollout')) return ROLLOUT;
  if (name.startsWith('truncated')) return TRUNCATED;
  return Math.min(plies ?? Number(/^(\d{1,2})ply$/.exec(name)?.[1] ?? 0), TRUNCATED - 1);
}

const PROGRAMS: readonly (string | null)[] = ['HedgeHog', 'eXtreme Gammon', null, 'BGBlitz'];
const UUID = /^[\da-f]{8}-[\da-f]{4}-/i;
const MAX_PROGRAM_LENGTH = 60;

/** Returns the program by its number, except for the first one, whose models have names of their own; or by the name of the model. */
function programOf(producer: number | null, name: string, model: string): string | null {
  const known = producer === null ? null : (PROGRAMS[producer] ?? null);
  const said = [name, UUID.test(model) ? '' : model].map(bounded).find((text) => text !== '');
  return (producer === 0 ? null : known) ?? said ?? known;
}

function bounded(text: string): string {
  return [...text.slice(0, 1_000).replace(/[\p{C}\p{Z}]+/gu, ' ')].slice(0, MAX_PROGRAM_LENGTH).join('').trim();
}
