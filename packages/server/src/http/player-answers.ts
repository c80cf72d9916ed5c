import type { DiceReport as DiceReportBody, Leaderboard, PlayerCard as PlayerCardBody } from '@anchor/wire';
import { PROTOCOL } from 'bg-record';
import { reportDice } from '../domain/dice-report.ts';
import type { Leader } from '../domain/players/leaderboard.ts';
import type { PlayerCard } from '../domain/players/standings.ts';
import { RATING_SYSTEM } from '../domain/rating/rating.ts';
import { makeMatchRow } from './match-row.ts';

/** Digits of a key in the leaderboard: enough to tell players apart, too few to be a key. */
const SHOWN_DIGITS = 16;

export function leaderboardBody(leaders: readonly Leader[]): Leaderboard {
  const players = leaders.map(({ pub, ...leader }) => ({ pub: pub.slice(0, SHOWN_DIGITS), ...leader }));
  return { players, system: RATING_SYSTEM };
}

export function playerCardBody({ matches, ...card }: PlayerCard): PlayerCardBody {
  return { ...card, matches: matches.map(makeMatchRow) };
}

const note =
  'This histogram is a sanity check and not the proof that the dice are fair. The proof is in each record: ' +
  'anyone can derive every roll again from what both players and the server had committed to beforehand.';

/** `counts`: number of dice that showed each face, ones first. */
export function diceReportBody(counts: readonly number[]): DiceReportBody {
  const [ones = 0, twos = 0, threes = 0, fours = 0, fives = 0, sixes = 0] = counts;
  const { rolls, ...verdict } = reportDice(counts);
  const faces = { '1': ones, '2': twos, '3': threes, '4': fours, '5': fives, '6': sixes };
  return { protocol: PROTOCOL, rolls, counts: faces, ...verdict, note };
}
