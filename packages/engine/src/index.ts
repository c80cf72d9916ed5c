export { cubelessEquity as equityOf } from 'bg-rules';
export { accelerate, type Chances } from './chances.ts';
export {
  type Answer,
  answerBeaver,
  answerDouble,
  type CubeAction,
  type CubeDecision,
  type CubeOptions,
  type DoubleOptions,
  decideDouble,
} from './cube-decision.ts';
export { ENGINE_ID, evaluate } from './evaluate.ts';
export { WEIGHTS_SHA256 } from './generated/net-weights.ts';
export type { Ply } from './look-ahead.ts';
export { type RankedPlay, type RankOptions, rank } from './rank.ts';
export { resignation, shouldAcceptResignation } from './resignation.ts';
export { type MatchScore, MONEY } from './stakes.ts';
