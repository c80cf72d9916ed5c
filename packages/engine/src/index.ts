export {
  ArgumentError,
  checkSituation,
  cubelessEquity as equityOf,
  makeSituation,
  parseGnuId,
  parsePositionId,
  parseXgid,
  type Situation,
} from 'bg-rules';
export { accelerate, type Chances } from './chances.ts';
export type { Answer, CubeAction, CubeDecision } from './cube-decision.ts';
export { ENGINE_ID } from './engine-id.ts';
export { WEIGHTS_SHA256 } from './generated/net-weights.ts';
export {
  afterPlay,
  answerBeaver,
  answerDouble,
  type DepthOptions,
  type DoubleOptions,
  decideDouble,
  evaluate,
  type RankOptions,
  rank,
  resignation,
  shouldAcceptResignation,
} from './judge.ts';
export type { Ply } from './look-ahead.ts';
export type { RankedPlay } from './rank.ts';
export { connectEngine, type EnginePort, type RemoteEngine } from './remote.ts';
export { type RolloutOptions, type RolloutProgress, type RolloutResult, rollout } from './rollout.ts';
export { serveEngine } from './worker.ts';
