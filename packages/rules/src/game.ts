import { refuseArgument } from './argument-error.ts';
import { CENTRED_CUBE } from './cube.ts';
import type { GameResult, MatchEnd, MatchState } from './match-types.ts';
import { BAR, checkersAt, requirePosition, startPosition } from './position.ts';
import { opponent, type Player, type Position } from './types.ts';

/** Throws an `ArgumentError` (`bad-state`) for what is no state of a match. */
export function requireState(state: Pick<MatchState, 'rules' | 'cube' | 'position'>): void {
  if (!state?.rules || !state.cube) refuseArgument('bad-state', 'This is not the state of a match.');
  requirePosition(state.position);
}

type Opening = Pick<
  MatchState,
  'position' | 'cube' | 'phase' | 'toAct' | 'turn' | 'dice' | 'doubler' | 'resignation' | 'declined'
>;

/** Returns the initial state of a game. Player 0 rolls the opening dice for both players. */
export function openGame(): Opening {
  return {
    position: startPosition(),
    cube: CENTRED_CUBE,
    phase: 'roll',
    toAct: 0,
    turn: null,
    dice: null,
    doubler: null,
    resignation: null,
    declined: [0, 0],
  };
}

/** Returns true if every game counts one point by the Jacoby rule: a money game with the rule and a centred cube. */
export function jacobyHolds(state: Pick<MatchState, 'length' | 'rules' | 'cube'>): boolean {
  return state.length === 0 && state.rules.jacoby && state.cube.owner === null;
}

const KINDS = { 1: 'single', 2: 'gammon', 3: 'backgammon' } as const;

/**
 * Returns the result after `winner` has borne off the last checker. It is a gammon if the loser has borne off
 * none, and a backgammon if the loser also has a checker on the bar or in the winner's home board. If gammons
 * do not count, it is a single game.
 */
export function borneOffResult(
  state: Pick<MatchState, 'length' | 'rules' | 'cube' | 'position'>,
  winner: Player,
): GameResult {
  requireState(state);
  const factor = jacobyHolds(state) ? 1 : lossFactor(state.position, opponent(winner));
  return { winner, points: factor * state.cube.value, kind: KINDS[factor] };
}

function lossFactor(position: Position, loser: Player): 1 | 2 | 3 {
  if (position.off[loser] > 0) return 1;
  for (let place = 19; place <= BAR; place++) if (checkersAt(position, loser, place) > 0) return 3;
  return 2;
}

/** Adds a finished game to the score and starts the next one unless the match is over. */
export function endGame(state: MatchState, game: GameResult): MatchState {
  const { winner } = game;
  const scored = { ...addPoints(state, game), games: [...state.games, game] };
  if (scored.score[winner] < state.length) return nextGame(scored);
  return endMatch(scored, winner, game.kind === 'resign' ? 'resign' : 'points');
}

/**
 * Ends the match by a forfeit. A match to points keeps its score. A money game costs the loser as much as if the opponent had borne off the last
 * checker now: see `borneOffResult`. A double that is still unanswered does not count.
 */
export function forfeit(state: MatchState, loser: Player, reason: 'time' | 'abandonment'): MatchState {
  const winner = opponent(loser);
  const scored = state.length === 0 ? addPoints(state, borneOffResult(state, winner)) : state;
  return endMatch(scored, winner, reason);
}

function addPoints(state: MatchState, { winner, points }: GameResult): MatchState {
  const score: [number, number] = [...state.score];
  score[winner] += points;
  return { ...state, score };
}

/** Ends the match with the current score. */
function endMatch(state: MatchState, winner: Player, reason: MatchEnd): MatchState {
  const result = { winner, score: state.score, reason };
  return { ...state, phase: 'over', toAct: null, dice: null, doubler: null, resignation: null, result };
}

function nextGame(state: MatchState): MatchState {
  const postCrawford = state.postCrawford || state.crawford;
  const crawford = !postCrawford && isCrawford(state);
  return { ...state, ...openGame(), game: state.game + 1, crawford, postCrawford };
}

/**
 * Returns true if a game that starts at this score is the Crawford game, provided that there was none before. A match to 1 has none: its only
 * game has no doubling anyway, and GNU Backgammon and our table of equities count it so.
 */
export function isCrawford(state: Pick<MatchState, 'length' | 'rules' | 'score'>): boolean {
  return state.rules.crawford && state.length > 1 && state.score.includes(state.length - 1);
}
