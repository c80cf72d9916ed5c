export { openAnchorNet } from './engine/anchor-net.ts';
export { findGnubg } from './engine/find-gnubg.ts';
export { GnubgEngine, type GnubgOptions } from './engine/gnubg.ts';
export type {
  Chances,
  CubeEvaluation,
  CubeRequest,
  Decision,
  Engine,
  EngineFault,
  EngineResult,
  EvaluatedPlay,
  MovesRequest,
  Plies,
} from './engine/types.ts';
