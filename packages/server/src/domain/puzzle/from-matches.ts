import { copyOf, type EngineName, playAt } from '@anchor/analysis';
import { type AnalysisReport, analysisReport, type PlayRow } from '@anchor/wire';
import { swapPlayers } from 'bg-rules';
import * as z from 'zod/mini';
import { makeJob, requestOf } from '../analysis/normalise.ts';
import { unpackResult } from '../analysis/packing.ts';
import type { AnnotationStore, EvaluationStore, PuzzleStore, RecordStore } from '../ports.ts';
import { dayNumber } from './calendar.ts';
import { countsGammons, isPuzzling } from './criteria.ts';
import { puzzleFrom } from './judged.ts';

/** Number of recent matches whose reports are looked up. */
const MATCHES = 200;
/** Number of reports to read at most, so that the search stays short. */
const REPORTS = 20;

export interface MatchPuzzleParts {
  readonly records: Pick<RecordStore, 'recentIds' | 'read'>;
  readonly annotations: Pick<AnnotationStore, 'read'>;
  readonly evaluations: Pick<EvaluationStore, 'read'>;
  readonly puzzles: Pick<PuzzleStore, 'has'>;
  /** The engine whose reports are read. */
  readonly engine: EngineName;
}

/** Returns the puzzle of a date as text, or null when there is none. Rejects when the storage fails. */
export type PuzzleSource = (date: string) => Promise<string | null>;

/**
 * Makes puzzles from deeply analysed matches. Takes the newest match with a suitable decision that was not a puzzle before; the date
 * chooses among several. Deterministic for a given storage.
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

/** The position and roll as they appear in a puzzle text. The score is left out, because the position would be known at any score. */
function questionOf({ p, position, dice: [first, second] }: PlayRow): string {
  const turned = copyOf(p === 0 ? position : swapPlayers(position));
  const dice = [Math.max(first, second), Math.min(first, second)];
  return JSON.stringify({ position: turned, dice }).slice(1, -1);
}
