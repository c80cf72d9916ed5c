import type { Job, JobRequest, JobResult, JudgedPlay } from '@anchor/wire';
import { checkPosition } from 'bg-rules';
import type { Decision, Engine, EngineResult, EvaluatedPlay } from '../engine/types.ts';

/**
 * Evaluates a job with an engine: the plays of a roll, or the cube. The result schema also allows a cube
 * beside plays, but no consumer reads it and it would cost a tenth of the engine's time. The caller adds
 * `ms`.
 */
export async function evaluateJob(engine: Engine, { req, ply }: Job): Promise<EngineResult<JobResult>> {
  const possible = checkPosition(req.pos);
  if (!possible.ok) return { ok: false, code: 'engine-refused', message: possible.message };
  const decision = decisionOf(req);
  return isCubeOnly(req) ? judgeCube(engine, decision, ply) : judgePlays(engine, decision, req.dice, ply);
}

/** Returns true for a decision before the roll, which is about the cube only. */
function isCubeOnly({ dice }: JobRequest): boolean {
  return dice[0] === 0 || dice[1] === 0;
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

async function judgeCube(engine: Engine, decision: Decision, plies: number): Promise<EngineResult<JobResult>> {
  const cube = await engine.cube({ ...decision, plies });
  if (!cube.ok) return cube;
  const { noDouble, doubleTake, doublePass, advice } = cube.value;
  const evaluation = { noDouble, doubleTake, doublePass, action: actionOf(advice) };
  return { ok: true, value: { plays: [], cube: evaluation } };
}

function decisionOf({ pos, onRoll, cube, score, matchLength, crawford, jacoby, beavers }: JobRequest): Decision {
  return { position: pos, onRoll, cube, score, length: matchLength, crawford, jacoby, beavers };
}

const MAX_ACTION_LENGTH = 32;

/** The first match counts, so that "No double, beaver" is not a beaver. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(no|never)\b/, 'no-double'],
  [/^too good\b/, 'too-good'],
  [/\bbeaver$/, 'double-beaver'],
  [/\btake$/, 'double-take'],
  [/\b(pass|drop)$/, 'double-pass'],
];

/** Maps an engine's cube advice to the common action names. Other advice becomes kebab-case. */
export function actionOf(advice: string): string {
  const text = advice.trim().toLowerCase();
  const known = ACTIONS.find(([pattern]) => pattern.test(text))?.[1];
  const kebab = text.replace(/[^a-z]+/g, '-').replace(/^-|-$/g, '');
  return known ?? (kebab.slice(0, MAX_ACTION_LENGTH) || 'unknown');
}
