import type { AnalysisReport, CubeEvaluation, CubeRow, JobRequest, PlayRow } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { Player, Position } from 'bg-rules';
import { crawfordFlags } from './crawford.ts';
import { type Course, type CubeDecision, courseOf, type Decision, isForced, type PlayDecision } from './decisions.ts';
import type { Measured } from './measure.ts';

/** The engine that evaluates, and its depth. */
export interface EngineName {
  readonly engineId: string;
  readonly ply: number;
}

/** The settings of a report: who evaluates, and what the report may claim. */
export interface Tier {
  readonly engine: EngineName;
  readonly provisional: boolean;
  readonly scoredIn: AnalysisReport['scoredIn'];
  readonly prNote: string | null;
  /** Evaluates a play that was not forced. */
  measure(decision: PlayDecision): Measured;
  evaluate(decision: CubeDecision): CubeEvaluation | null;
}

type Row = PlayRow | CubeRow;

/** The parts of a record on which a report depends. Its signatures are checked elsewhere. */
export type FinishedMatch = Pick<MatchRecord, 'header' | 'events' | 'result'>;

/** The part of a report that says nothing of the players or the match: the decisions, and who judges them. */
export type JudgedMoves = Pick<AnalysisReport, 'engineId' | 'ply' | 'provisional' | 'scoredIn' | 'prNote' | 'moves'>;

/** Judges the decisions of a match, also of one that is no record. */
export function judgeMoves({ decisions }: Course, tier: Tier): JudgedMoves {
  const { engine, provisional, scoredIn, prNote } = tier;
  return { ...engine, provisional, scoredIn, prNote, moves: decisions.map((decision) => rowOf(decision, tier)) };
}

/** Returns the report on a finished match. */
export function makeReport(record: FinishedMatch, tier: Tier): AnalysisReport {
  const course = courseOf(record);
  const { games } = course;
  const { moves, ...told } = judgeMoves(course, tier);
  const { winner, score, reason } = record.result;
  const players = [totalsOf(record, moves, 0, tier), totalsOf(record, moves, 1, tier)] as const;
  const sum = (field: 'decisions' | 'forced' | 'loss') => players[0][field] + players[1][field];
  return {
    matchId: record.header.id,
    ...told,
    result: { winner, score: [...score], reason },
    players: [...players],
    totals: { decisions: sum('decisions'), forced: sum('forced'), loss: sum('loss'), games },
    moves,
  };
}

/** Returns total loss / decisions × 500, or null without decisions. */
export function performanceRating(loss: number, decisions: number): number | null {
  return decisions === 0 ? null : (loss / decisions) * 500;
}

function totalsOf({ header }: FinishedMatch, moves: readonly Row[], player: Player, { prNote }: Tier) {
  const rows = moves.filter((row): row is PlayRow => row.kind === 'play' && row.p === player);
  const decided = rows.filter(({ forced }) => !forced);
  const loss = decided.reduce((sum, row) => sum + row.loss, 0);
  const tagged = (tag: PlayRow['tag']) => decided.filter((row) => row.tag === tag).length;
  const { pub, name } = header.players[player];
  return {
    pub,
    name,
    decisions: decided.length,
    forced: rows.length - decided.length,
    loss,
    pr: prNote === null ? performanceRating(loss, decided.length) : null,
    inaccuracies: tagged('inaccuracy'),
    errors: tagged('error'),
    blunders: tagged('blunder'),
    luck: 0,
  };
}

function rowOf(decision: Decision, tier: Tier): Row {
  const { n, player, state, kind } = decision;
  const { game, score, cube, position } = state;
  const moment = { n, game, p: player, score: [...score] as [number, number], cube: { ...cube } };
  const common = { ...moment, crawford: crawfordFlags(state).crawford, position: copyOf(position) };
  if (kind !== 'play') return { ...common, kind, evaluation: tier.evaluate(decision) };
  return { ...common, kind, ...playMembers(decision, tier) };
}

const FORCED: Measured = { rank: 1, loss: 0, tag: null, best: [] };

function playMembers(decision: PlayDecision, tier: Tier) {
  const { dice, hops, plays } = decision;
  const forced = isForced(decision);
  const measured = forced ? FORCED : tier.measure(decision);
  const copied = hops.map(([from, to]): [number, number] => [from, to]);
  return {
    dice: [dice[0], dice[1]] as [number, number],
    hops: copied,
    forced,
    ...measured,
    of: plays.length,
    luckPerRoll: null,
  };
}

/** Returns a mutable copy of a position, for messages. */
export function copyOf({ points, bar, off }: Position): JobRequest['pos'] {
  return { points: [...points], bar: [...bar], off: [...off] };
}
