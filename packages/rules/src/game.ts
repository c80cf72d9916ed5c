import { CENTRED_CUBE } from './cube.ts';
import type { GameResult, MatchEnd, MatchState } from './match-types.ts';
import { BAR, checkersAt, startPosition } from './position.ts';
import { opponent, type Player, type Position } from './types.ts';

type Opening = Pick<
  MatchState,
  'position' | 'cube' | 'phase' | 'toAct' | 'turn' | 'dice' | 'doubler' | 'resignation' | 'declined'
>;

/** What a game starts with: player 0 rolls the opening dice for both. */
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

/** Whether the Jacoby rule makes every game count one now: money, the rule agreed, the cube centred. */
export function jacobyHolds(state: MatchState): boolean {
  return state.length === 0 && state.rules.jacoby && state.cube.owner === null;
}

const KINDS = { 1: 'single', 2: 'gammon', 3: 'backgammon' } as const;

/**
 * The result once `winner` has borne off his last checker: a gammon when the loser has borne off none, a backgammon when
 * he also has a checker on the bar or in the winner's home. Where a gammon does not count, the result is a single game.
 */
export function borneOffResult(state: MatchState, winner: Player): GameResult {
  const factor = jacobyHolds(state) ? 1 : lossFactor(state.position, opponent(winner));
  return { winner, points: factor * state.cube.value, kind: KINDS[factor] };
}

function lossFactor(position: Position, loser: Player): 1 | 2 | 3 {
  if (position.off[loser] > 0) return 1;
  for (let place = 19; place <= BAR; place++) if (checkersAt(position, loser, place) > 0) return 3;
  return 2;
}

/** Adds a finished game to the score; the next one starts by itself unless the match is over. */
export function endGame(state: MatchState, game: GameResult): MatchState {
  const { winner, points } = game;
  const score: [number, number] = [...state.score];
  score[winner] += points;
  const scored = { ...state, score, games: [...state.games, game] };
  if (score[winner] < state.length) return nextGame(scored);
  return endMatch(scored, winner, game.kind === 'resign' ? 'resign' : 'points');
}

/** The match ends as the score stands. */
export function endMatch(state: MatchState, winner: Player, reason: MatchEnd): MatchState {
  const result = { winner, score: state.score, reason };
  return { ...state, phase: 'over', toAct: null, dice: null, doubler: null, resignation: null, result };
}

function nextGame(state: MatchState): MatchState {
  const postCrawford = state.postCrawford || state.crawford;
  const crawford = !postCrawford && isCrawford(state);
  return { ...state, ...openGame(), game: state.game + 1, crawford, postCrawford };
}

/** Whether a game that starts at this score, with none before it so, is the Crawford game. */
export function isCrawford(state: Pick<MatchState, 'length' | 'rules' | 'score'>): boolean {
  return state.rules.crawford && state.length > 0 && state.score.includes(state.length - 1);
}
