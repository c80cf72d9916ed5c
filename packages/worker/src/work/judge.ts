import type { Job, JobRequest, JobResult, JudgedPlay } from '@anchor/wire';
import { checkPosition, MAX_CUBE } from 'bg-rules';
import { actionOf } from '../engine/action.ts';
import type { Decision, Engine, EngineResult, EvaluatedPlay } from '../engine/types.ts';

type Cube = NonNullable<JobResult['cube']>;

/** Lets an engine judge one job; `ms` is left to whoever holds the clock. */
export async function judge(engine: Engine, { req, ply }: Job): Promise<EngineResult<JobResult>> {
  const possible = checkPosition(req.pos);
  if (!possible.ok) return { ok: false, code: 'engine-refused', message: possible.message };
  const decision = decisionOf(req);
  if (isCubeOnly(req)) {
    const cube = await judgeCube(engine, decision, ply);
    return cube.ok ? { ok: true, value: { plays: [], cube: cube.value } } : cube;
  }
  const plays = await judgePlays(engine, decision, req.dice, ply);
  if (!plays.ok || !mayDouble(decision)) return plays;
  const cube = await judgeCube(engine, decision, ply);
  if (cube.ok) return { ok: true, value: { ...plays.value, cube: cube.value } };
  // an engine that cannot judge cubes still judges plays
  return cube.code === 'engine-refused' ? plays : cube;
}

/** No roll yet: the question is the cube alone. */
export function isCubeOnly({ dice }: JobRequest): boolean {
  return dice[0] === 0 || dice[1] === 0;
}

/** Whether the player on roll could double before rolling: a cube that wins nothing more may still be turned. */
export function mayDouble({ cube, onRoll, length, crawford }: Decision): boolean {
  if (length === 1 || crawford || cube.value * 2 > MAX_CUBE) return false;
  return cube.owner === null || cube.owner === onRoll;
}

async function judgePlays(
  engine: Engine,
  decision: Decision,
  dice: JobRequest['dice'],
  plies: number,
): Promise<EngineResult<JobResult>> {
  const plays = await engine.moves({ ...decision, dice, plies });
  if (!plays.ok) return plays;
  return { ok: true, value: { plays: plays.value.map(judgedPlay) } };
}

function judgedPlay({ hops, cubeless, chances }: EvaluatedPlay): JudgedPlay {
  return { hops: hops.map(([from, to]) => [from, to]), equity: cubeless, probs: [...chances] };
}

async function judgeCube(engine: Engine, decision: Decision, plies: number): Promise<EngineResult<Cube>> {
  const cube = await engine.cube({ ...decision, plies });
  if (!cube.ok) return cube;
  const { noDouble, doubleTake, doublePass, advice } = cube.value;
  return { ok: true, value: { noDouble, doubleTake, doublePass, action: actionOf(advice) } };
}

function decisionOf({ pos, onRoll, cube, score, matchLength, crawford, jacoby, beavers }: JobRequest): Decision {
  return { position: pos, onRoll, cube, score, length: matchLength, crawford, jacoby, beavers };
}
