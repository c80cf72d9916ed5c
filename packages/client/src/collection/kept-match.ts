import { sha256, toHex } from 'bg-record';
import { type ImportedMatch, scoreOfImport } from 'bg-record/import';
import * as z from 'zod/mini';
import type { ReadMatch } from '../engine/read-import.ts';

/** The judgement of a match by the engine of this browser. Pairs are by player. */
export type KeptReview =
  | {
      readonly kind: 'done';
      readonly engineId: string;
      readonly ply: number;
      /** The PR over plays and cube, an estimate. Null for a player without decisions. */
      readonly pr: readonly [number | null, number | null];
    }
  | {
      /** The engine cannot judge the match, has failed, or the file can no longer be read. */
      readonly kind: 'failed';
      readonly code: 'match-too-long' | 'failed' | 'unreadable';
    };

/** A match of the collection without its moves. */
export interface KeptMatch {
  /** Derived from the moves, so that the same match in two files, or in two formats, is one. */
  readonly id: string;
  readonly names: readonly [string, string];
  /** Match length in points, 0 for a money session. */
  readonly length: number;
  /** Points at the end of the file. */
  readonly score: readonly [number, number];
  readonly games: number;
  readonly event: string | null;
  /** The day on which it was played, as YYYY-MM-DD. */
  readonly date: string | null;
  /** When it was kept, in milliseconds since the epoch, by the clock of this device. */
  readonly added: number;
  /** The SHA-256 of the content of its file, in hex, and the length of that content in characters. */
  readonly file: string;
  readonly fileLength: number;
  /** The number of the match in its file, from 0. */
  readonly index: number;
  readonly review: KeptReview | null;
}

const pair = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.tuple([item, item]));
const count = z.int().check(z.nonnegative());

const shape = z.object({
  id: z.string(),
  names: pair(z.string()),
  length: count,
  score: pair(count),
  games: count,
  event: z.nullable(z.string()),
  date: z.nullable(z.string()),
  added: z.number(),
  file: z.string(),
  fileLength: count,
  index: count,
  review: z.nullable(
    z.union([
      z.object({
        kind: z.literal('done'),
        engineId: z.string(),
        ply: count,
        pr: pair(z.nullable(z.number())),
      }),
      z.object({ kind: z.literal('failed'), code: z.enum(['match-too-long', 'failed', 'unreadable']) }),
    ]),
  ),
});

/** Returns a row of the store as a match, or null for anything else. */
export function parseKeptMatch(row: unknown): KeptMatch | null {
  const read = shape.safeParse(row);
  return read.success ? read.data : null;
}

/** @param file the hash of the file's content */
export function keptMatchOf({ match, source }: ReadMatch, file: string, now: number): KeptMatch {
  return {
    id: idOfImport(match),
    names: match.names,
    length: match.length,
    score: scoreOfImport(match),
    games: match.games.length,
    ...match.facts,
    added: now,
    file,
    fileLength: source.text.length,
    index: source.index,
    review: null,
  };
}

const encoder = new TextEncoder();

export function hashOf(text: string): string {
  return toHex(sha256(encoder.encode(text)));
}

/**
 * Returns the id of a match: a hash over the players, the length, and every decision with its position and roll. The event, the
 * day, an analysis, the order of the hops and the rules that a format cannot name change nothing. The last play of a game without a result is the only one that no
 * later position shows.
 */
export function idOfImport({ names, length, games }: ImportedMatch): string {
  const content = [
    names.map((name) => name.trim().normalize()),
    length,
    games.map(({ score, result, decisions }) => [
      score,
      result && [result.winner, result.points],
      decisions.map(({ player, kind, situation }) => [player, kind, situation.dice, situation.position]),
      result ? [] : decisions.at(-1)?.hops,
    ]),
  ];
  return hashOf(JSON.stringify(content));
}
