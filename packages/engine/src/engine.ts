// All of the engine that needs the weights. In the built package it is one file, beside those that need none.
export {
  ArgumentError,
  cubelessEquity as equityOf,
  makeSituation,
  parseGnuId,
  parsePositionId,
  parseXgid,
  type Situation,
} from 'bg-rules';
export type { Chances } from './chances.ts';
export type { Answer, CubeAction, CubeDecision } from './cube-decision.ts';
export {
  answerDoubleByRollouts,
  type DecideOptions,
  decideDoubleByRollouts,
  type GamesOf,
  type RolledDouble,
  type RolledPlay,
  rankByRollouts,
} from './decide-by-rollouts.ts';
export { WEIGHTS_SHA256 } from './generated/net-weights.ts';
export {
  afterPlay,
  answerBeaver,
  answerDouble,
  checkSituation,
  type DepthOptions,
  type DoubleOptions,
  decideDouble,
  evaluate,
  type RankOptions,
  rank,
  resignation,
  rollValues,
  shouldAcceptResignation,
} from './judge.ts';
export { accelerate, type Ply } from './look-ahead.ts';
export type { RankedPlay } from './rank.ts';
export type { RollValue } from './roll-values.ts';
export {
  type GamesOptions,
  playGames,
  type RolloutOptions,
  type RolloutProgress,
  type RolloutResult,
  rollout,
} from './rollout.ts';
export { SharedEngine } from './shared.ts';
export { serveEngine } from './worker.ts';
