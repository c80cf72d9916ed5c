import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Dice, type Position, parsePositionId } from '../../packages/rules/src/index.ts';

/** Games of each candidate: their number, and the rolls after which the net stands in. */
export const TRUTH_SIZE = { trials: 324, truncation: 12 } as const;

/** A decision of the truth set. Positions are GNU position ids. */
export interface TruthRow {
  /** With the player who plays on roll. */
  readonly position: string;
  readonly dice: Dice;
  /** The position after each candidate, with the opponent on roll; its equity for the player; the standard error. Best first. */
  readonly plays: readonly (readonly [string, number, number])[];
  /** The choice of each engine, by its place in `plays`. */
  readonly choices: Readonly<Record<string, number>>;
}

/** Reads files of one row a line, compressed if their names end with `.gz`. */
export function readTruth(files: readonly string[]): readonly TruthRow[] {
  return files.flatMap((file) => {
    const bytes = readFileSync(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line): TruthRow => JSON.parse(line));
  });
}

/** The position of an id of the set, with player 0 on roll. */
export function positionOf(id: string): Position {
  const parsed = parsePositionId(id);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value.position;
}
