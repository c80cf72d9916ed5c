import { copyOf, type EngineName, makeJob, type PlayDecision, playAt, pointsOf, requestOf } from '@anchor/analysis';
import { type AnalysisReport, analysisReport, type JobRequest, type JudgedPlay, type PlayRow } from '@anchor/wire';
import { legalPlays, swapPlayers } from 'bg-rules';
import * as z from 'zod/mini';
import { unpackResult } from '../analysis/packing.ts';
import type { AnnotationStore, EvaluationStore } from '../ports/analysis.ts';
import type { PuzzleStore } from '../ports/puzzles.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Puzzle } from './puzzle.ts';
import { dayNumber, type PuzzleSource } from './puzzles.ts';

/** Number of recent matches whose reports are looked up. */
const MATCHES = 200;
/** Number of reports to read at most, so that the search stays short. */
const REPORTS = 20;
/** Number of decisions that our own engine judges at most in one search. */
const CONFIRMATIONS = 40;

interface MatchPuzzleParts {
  readonly records: Pick<RecordStore, 'recentIds' | 'read'>;
  readonly annotations: Pick<AnnotationStore, 'read'>;
  readonly evaluations: Pick<EvaluationStore, 'read'>;
  readonly puzzles: Pick<PuzzleStore, 'has'>;
  /** The engine whose reports are read. */
  readonly engine: EngineName;
  /** Judges a puzzle by our own engine: see `isConfirmed`. */
  readonly confirm: (puzzle: Puzzle) => Promise<boolean>;
}

/**
 * Makes puzzles from deeply analysed matches. Takes the newest match with a suitable decision that was not a puzzle before; the date
 * chooses among several. Deterministic for a given storage.
 */
export function puzzlesFromMatches(parts: MatchPuzzleParts): PuzzleSource {
  return async (date) => {
    let left = CONFIRMATIONS;
    const confirm = async (puzzle: Puzzle) => left-- > 0 && (await parts.confirm(puzzle));
    for await (const report of recentReports(parts)) {
      const text = await firstOf({ ...parts, confirm }, report, date);
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
    if (puzzle && (await parts.confirm(puzzle))) return JSON.stringify(puzzle);
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

// The same criteria as for the puzzle bank, but a player made the mistake. Losses are in points of the present stake.
const LEAST_PLAYS = 6;
const SECOND = { least: 0.04, most: 0.25 };
const THIRD_MOST = 0.4;
const MISTAKE = { least: 0.08, most: 0.4 };
/** Chance to win the game with the best play. Outside this range the game is decided. */
const WIN = { least: 0.05, most: 0.95 };

interface Range {
  readonly least: number;
  readonly most: number;
}

const isWithin = (x: number, { least, most }: Range) => x >= least && x <= most;

/** True if a decision makes a good puzzle: a clear best play, close alternatives, and a player who went wrong. */
export function isPuzzling({ of, loss, best: [best, second, third] }: PlayRow): boolean {
  if (of < LEAST_PLAYS || !best?.probs || !second || !third) return false;
  const [win] = best.probs;
  return isWithin(second.loss, SECOND) && third.loss <= THIRD_MOST && isWithin(loss, MISTAKE) && isWithin(win, WIN);
}

/** Returns false under the Jacoby rule with an unturned cube, where gammons do not count. The evaluation always counts them. */
function countsGammons({ jacoby, cube }: JobRequest): boolean {
  return !jacoby || cube.owner !== null;
}

/**
 * Makes a puzzle of a decision: anonymous, with player 0 on roll. Returns null unless every legal play was judged with chances and the
 * best play by cubeless equity is also the engine's own choice, which considers the cube.
 */
function puzzleFrom(decision: PlayDecision, req: JobRequest, judged: readonly JudgedPlay[]): Puzzle | null {
  const points = pointsOf(decision, judged);
  if (Math.max(...points) !== points[0]) return null;
  const { pos: position, dice, cube, score, matchLength: length, crawford, jacoby, beavers } = req;
  const plays = listed(req, judged, points);
  const isWhole = plays.length === decision.plays.length;
  return isWhole ? { position, dice, cube, score, length, crawford, jacoby, beavers, plays } : null;
}

/** The plays that have chances, in the order of the rules, so that the order reveals nothing. */
function listed({ pos, dice }: JobRequest, judged: readonly JudgedPlay[], points: readonly number[]): Puzzle['plays'] {
  const places = new Map(judged.map(({ hops }, index) => [hops.join(), index]));
  return legalPlays(pos, 0, dice).flatMap((play) => {
    const index = places.get(play.hops.join()) ?? -1;
    const { hops, probs: chances } = judged[index] ?? {};
    const equity = points[index];
    return hops && chances && equity !== undefined ? [{ hops, equity: round(equity), chances }] : [];
  });
}

function round(equity: number): number {
  return Math.round(equity * 1e5) / 1e5;
}
