import { copyOf, type EngineName, playAt } from '@anchor/analysis';
import { type AnalysisReport, analysisReport, type PlayRow } from '@anchor/wire';
import { swapPlayers } from 'bg-rules';
import * as z from 'zod/mini';
import { makeJob, requestOf } from '../analysis/normalise.ts';
import { unpackResult } from '../analysis/queue/packing.ts';
import type { AnnotationStore, EvaluationStore, PuzzleStore, RecordStore } from '../ports.ts';
import { dayNumber } from './calendar.ts';
import { countsGammons, isPuzzling } from './criteria.ts';
import { puzzleFrom } from './judged.ts';

/** So many of the last finished matches are asked for a report … */
const MATCHES = 200;
/** … until so many had one: the rest of a day must not wait for its puzzle. */
const REPORTS = 20;

export interface MatchPuzzleParts {
  readonly records: Pick<RecordStore, 'recentIds' | 'read'>;
  readonly annotations: Pick<AnnotationStore, 'read'>;
  readonly evaluations: Pick<EvaluationStore, 'read'>;
  readonly puzzles: Pick<PuzzleStore, 'has'>;
  /** Whose reports are read. */
  readonly engine: EngineName;
}

/** The puzzle for a day as text, or null when there is none to be had; rejects when the storage does. */
export type PuzzleSource = (date: string) => Promise<string | null>;

/**
 * Puzzles from matches that were analysed deeply: of the newest match that has a suitable decision which no day had before;
 * among several of one match the date decides. The same for the same storage.
 */
export function puzzlesFromMatches(parts: MatchPuzzleParts): PuzzleSource {
  return async (date) => {
    for await (const report of recentReports(parts)) {
      const text = await firstOf(parts, report, date);
      if (text !== null) return text;
    }
    return null;
  };
}

async function* recentReports({ records, annotations, engine }: MatchPuzzleParts) {
  let found = 0;
  for (const matchId of await records.recentIds(MATCHES)) {
    const text = await annotations.read({ matchId, ...engine });
    if (text === null) continue;
    const report = z.safeParse(analysisReport, JSON.parse(text));
    if (report.success) yield report.data;
    if (++found === REPORTS) return;
  }
}

async function firstOf(parts: MatchPuzzleParts, report: AnalysisReport, date: string): Promise<string | null> {
  const rows = report.moves.filter((row): row is PlayRow => row.kind === 'play' && isPuzzling(row));
  const start = dayNumber(date) % Math.max(1, rows.length);
  for (const row of [...rows.slice(start), ...rows.slice(0, start)]) {
    const puzzle = (await parts.puzzles.has(questionOf(row))) ? null : await puzzleAt(parts, report.matchId, row.n);
    if (puzzle) return JSON.stringify(puzzle);
  }
  return null;
}

async function puzzleAt({ records, evaluations, engine }: MatchPuzzleParts, matchId: string, n: number) {
  const record = await records.read(matchId);
  const decision = record && playAt(record, n);
  if (!decision) return null;
  const { key, req } = makeJob(requestOf(decision.state, decision.player, decision.dice), engine);
  const result = countsGammons(req) ? unpackResult((await evaluations.read([key])).get(key) ?? '') : null;
  return result && puzzleFrom(decision, req, result.plays);
}

/** The position and the roll as they would stand in the text of the puzzle: who had this one, at whatever score, knows it. */
function questionOf({ p, position, dice: [first, second] }: PlayRow): string {
  const turned = copyOf(p === 0 ? position : swapPlayers(position));
  const dice = [Math.max(first, second), Math.min(first, second)];
  return JSON.stringify({ position: turned, dice }).slice(1, -1);
}
