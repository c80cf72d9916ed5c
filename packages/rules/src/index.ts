export { ArgumentError } from './argument-error.ts';
export { MAX_CUBE } from './cube.ts';
export { shouldAccept, shouldDouble, shouldTake } from './cube-policy.ts';
export { cubelessEquity } from './cubeless-equity.ts';
export { decidingScore } from './deciding-score.ts';
export { compareEqualPlays } from './equal-plays.ts';
export { type Estimate, equity, estimate } from './estimate.ts';
export { borneOffResult } from './game.ts';
export { HEURISTIC_ID, type RankedPlay, rankPlays } from './heuristic.ts';
export { heuristicAction } from './heuristic-bot.ts';
// For programs that process millions of positions: packed positions and results in a shared array, without
// allocation.
export { generatePlays, loadPosition, PLAY_WORDS, plays as packedPlays } from './kernel.ts';
export { applyAction, MAX_LENGTH, type MatchTerms, options, startMatch } from './match.ts';
export type { MatchCode } from './match-code.ts';
export { makeGnuId, makeMatchId, parseGnuId, parseMatchId } from './match-id.ts';
export type {
  Action,
  ActionType,
  GameResult,
  MatchEnd,
  MatchResult,
  MatchState,
  Options,
  Phase,
} from './match-types.ts';
export { type Destination, destinations, type NextHop, nextHops, type PlayInProgress } from './next-hops.ts';
export { DANCE, makePlay } from './notation.ts';
export { countAt, POSITION_WORDS, packOpponentView, packPosition } from './packed.ts';
export { perft } from './perft.ts';
export { type PlayContext, type PlayTextFault, parsePlay } from './play-text.ts';
export { applyPlay, legalPlays, type PlayFault } from './plays.ts';
export {
  BAR,
  CHECKERS,
  checkersAt,
  checkPosition,
  fromOwnView,
  hasBorneOff,
  OFF,
  ownView,
  type PositionFault,
  pipCount,
  samePosition,
  startPosition,
  swapPlayers,
} from './position.ts';
export { makePositionId, parsePositionId } from './position-id.ts';
export {
  checkSituation,
  type GameStatus,
  isPostCrawford,
  makeSituation,
  matchFrom,
  requireSituation,
  type Situation,
  type SituationFault,
  type Standing,
  situationOf,
} from './situation.ts';
export {
  type Cube,
  type Dice,
  type Failure,
  type Hop,
  opponent,
  type Play,
  type Player,
  type Position,
  type Result,
  type Rules,
} from './types.ts';
export { makeXgid, parseXgid } from './xgid.ts';
