import { BAR, type Dice, type Hop, type MatchState, type Player } from 'bg-rules';
import { ACTION, actionOfRoll, mostSteps } from '../ogxm/actions.ts';
import type { Step } from '../steps.ts';
import type { Header, Transcript } from '../types.ts';
import { type Game, gamesOf } from './games.ts';
import { type Bytes, ogxmFile, record, text, type Versions, varint } from './ogxm-bytes.ts';
import { callNames } from './outcome.ts';

/**
 * Returns a match as a file of the format OGXM 2 (OpenGammon, HedgeHog), which is binary. White is player 0. Declined
 * resignations, tied opening rolls and times are left out, and of a roll the order of its dice. The file has a checksum
 * but no signature: those of OGXM are made with other keys over other bytes than those of a record.
 * @param transcript a verified record or transcript
 */
export function toOgxm(transcript: Transcript): Uint8Array<ArrayBuffer> {
  const { header } = transcript;
  const games = gamesOf(transcript);
  const last = games.at(-1)?.steps.at(-1)?.after;
  const sections = games.map((game, index) => ({
    name: 'GAME',
    content: gameBytes(game, last?.phase === 'over' && index === games.length - 1),
  }));
  return ogxmFile(versions(header, games), [{ name: 'MTCH', content: matchBytes(header, last) }, ...sections]);
}

/** A rated match is a field of version 2.1. Only a reader of 2.2 knows a game that ends while a double waits. */
function versions({ rated }: Header, games: readonly Game[]): Versions {
  const endsInDouble = games.some(({ steps }) => steps.some(isEndInDouble));
  if (endsInDouble) return { minor: 2, readerMinor: 2 };
  return { minor: rated ? 1 : 0, readerMinor: 0 };
}

function isEndInDouble({ action, before }: Step): boolean {
  if (action.type === 'forfeit') return before.phase === 'double' || before.resignation?.from === 'double';
  return action.type === 'accept' && before.resignation?.from === 'double';
}

function matchBytes({ length, players, rules, created, rated }: Header, last: MatchState | undefined): Bytes {
  const [white, black] = callNames(players);
  const said =
    Number(rules.crawford && length > 0) + 2 * Number(rules.jacoby && length === 0) + 4 * Number(rules.beavers);
  return record(
    [...varint(length), BACKGAMMON],
    [
      [0, text(white)],
      [1, text(black)],
      [2, said > 0 ? varint(said) : null],
      // a cube that may not be turned
      [3, rules.cube ? null : varint(1)],
      [6, winnerOfMatch(length, last)],
      [8, varint(created)],
      [25, rated ? [] : null],
    ],
  );
}

const BACKGAMMON = 0;

/** The winner is written only if the score does not show it: after a money game, and after a match that was forfeited. */
function winnerOfMatch(length: number, last: MatchState | undefined): Bytes | null {
  const winner = last?.result?.winner;
  if (winner === undefined || (length > 0 && (last?.score[winner] ?? 0) >= length)) return null;
  return varint(winner + 1);
}

function gameBytes({ result, steps }: Game, isLast: boolean): Bytes {
  const head = record(
    [],
    [
      [0, result && varint(result.winner)],
      [1, result && varint(result.points)],
      [2, isLast ? [] : null],
    ],
  );
  return [...head, ...steps.flatMap(plies)];
}

function plies({ action, before }: Step): Bytes {
  switch (action.type) {
    case 'play':
      return [seated(actionOfRoll(diceOf(before)), action.player), ...playBytes(action.player, before, action.hops)];
    case 'double':
      return [seated(ACTION.double, action.player)];
    case 'take':
      // a beaver counts as taken when the doubler rolls
      return before.phase === 'beaver' ? [] : [seated(ACTION.take, action.player)];
    case 'pass':
      return [seated(ACTION.drop, action.player)];
    case 'beaver':
      return [seated(ACTION.beaver, action.player)];
    case 'accept':
      return resignation(before);
    case 'forfeit':
      return [...unplayed(before, action.loser), seated(ACTION.forfeit, action.loser)];
    default:
      return [];
  }
}

function seated(action: number, player: Player): number {
  return action + 64 * player;
}

function diceOf({ dice }: MatchState): Dice {
  if (dice === null) throw new TypeError('a play without dice');
  return dice;
}

/** An accepted resignation. Its factor is one of the extras of the action. */
function resignation(before: MatchState): Bytes {
  if (before.resignation === null) return [];
  const { by, points } = before.resignation;
  const extras = record([], [[1, varint(points)]]);
  return [...unplayed(before, by), seated(ACTION.resignGame, by) + 128, ...extras];
}

/** The roll of a player who did not play it: a play without steps. */
function unplayed({ dice, turn }: MatchState, player: Player): Bytes {
  return dice === null || turn !== player ? [] : [seated(actionOfRoll(dice), player), 0];
}

function playBytes(player: Player, before: MatchState, hops: readonly Hop[]): Bytes {
  // a step has the distance of its checker, also if a larger die bears it off
  const steps = hops.map(([from, to]) => (from - to) * 32 + (player === 0 ? BAR - from : from));
  return steps.length < mostSteps(diceOf(before)) ? [...steps, 0] : steps;
}
