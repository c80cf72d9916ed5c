export { openAnchorNet } from './engine/anchor-net.ts';
export { findGnubg, GnubgEngine, type GnubgOptions } from './engine/gnubg.ts';
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
