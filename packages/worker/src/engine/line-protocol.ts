import { quoted } from 'bg-record';
import { cubelessEquity, legalPlays, opponent, ownView } from 'bg-rules';
import * as z from 'zod/mini';
import type { CubeEvaluation, Decision, EngineResult, EvaluatedPlay, MovesRequest } from './types.ts';

/** Encodes a decision for gnubg_engine.py, from the view of the player on roll. */
export function stateOf({ position, onRoll, cube, score, length, crawford, jacoby, beavers }: Decision) {
  const money = length === 0;
  return {
    points: ownView(position, onRoll),
    matchTo: length,
    score: money ? [0, 0] : [score[onRoll], score[opponent(onRoll)]],
    cube: cube.value,
    owner: cube.owner === null ? null : cube.owner === onRoll ? 'me' : 'opp',
    // Programs know no Crawford game in a match to 1, though some notations mark one.
    crawford: length > 1 && crawford,
    jacoby: money && jacoby,
    beavers: money && beavers,
  };
}

const chance = z.number();
const refusal = z.object({ ok: z.literal(false), error: z.string() });
const candidates = z.object({
  ok: z.literal(true),
  moves: z.array(
    z.object({
      points: z.array(z.number()),
      equity: z.number(),
      probs: z.tuple([chance, chance, chance, chance, chance]),
    }),
  ),
});
const cube = z.object({
  ok: z.literal(true),
  noDouble: z.number(),
  doubleTake: z.number(),
  doublePass: z.number(),
  action: z.string(),
});
const readyReply = z.object({ ready: z.literal(true) });
const movesReply = z.union([candidates, refusal]);
const cubeReply = z.union([cube, refusal]);

export type Candidate = z.infer<typeof candidates>['moves'][number];

const refused = (said: string): EngineResult<never> => {
  return { ok: false, code: 'engine-refused', message: `The engine refuses the position: ${quoted(said)}.` };
};

/** Reads the first line of a program, which says that it is ready. */
export function readReady(line: string): EngineResult<void> {
  const ready = decode(readyReply, line);
  return ready.ok ? { ok: true, value: undefined } : ready;
}

export function readMoves(line: string): EngineResult<readonly Candidate[]> {
  const reply = decode(movesReply, line);
  if (!reply.ok) return reply;
  return reply.value.ok ? { ok: true, value: reply.value.moves } : refused(reply.value.error);
}

export function readCube(line: string): EngineResult<CubeEvaluation> {
  const reply = decode(cubeReply, line);
  if (!reply.ok) return reply;
  if (!reply.value.ok) return refused(reply.value.error);
  const { noDouble, doubleTake, doublePass, action: advice } = reply.value;
  return { ok: true, value: { noDouble, doubleTake, doublePass, advice } };
}

function decode<T>(schema: z.core.$ZodType<T>, line: string): EngineResult<T> {
  const parsed = z.safeParse(schema, parseJson(line));
  if (parsed.success) return { ok: true, value: parsed.data };
  const message = `The engine's answer is invalid: ${quoted(line)}`;
  return { ok: false, code: 'engine-garbled', message };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Returns the legal plays with the engine's evaluations, in the engine's order. Fails unless it evaluated
 * exactly the legal plays.
 */
export function pairWithLegalPlays(
  { position, onRoll, dice }: MovesRequest,
  moves: readonly Candidate[],
): EngineResult<readonly EvaluatedPlay[]> {
  const plays = new Map(
    legalPlays(position, onRoll, dice).map((play) => [ownView(play.position, onRoll).join(), play]),
  );
  const evaluated = moves.flatMap(({ points, equity, probs }) => {
    const play = plays.get(points.join());
    return play ? [{ ...play, equity, cubeless: cubelessEquity(probs), chances: probs }] : [];
  });
  const distinct = new Set(evaluated.map(({ position: after }) => after)).size;
  const complete = distinct === plays.size && moves.length === plays.size;
  if (complete) return { ok: true, value: evaluated };
  const message = `The engine returned ${moves.length} plays, but ${plays.size} are legal.`;
  return { ok: false, code: 'engine-disagrees', message };
}
