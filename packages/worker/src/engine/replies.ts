import { legalPlays, ownView } from 'bg-rules';
import * as z from 'zod/mini';
import type { CubeEvaluation, EngineResult, EvaluatedPlay, MovesRequest } from './types.ts';

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
const movesReply = z.union([candidates, refusal]);
const cubeReply = z.union([cube, refusal]);

export type Candidate = z.infer<typeof candidates>['moves'][number];

const refused = (message: string): EngineResult<never> => ({ ok: false, code: 'engine-refused', message });

export function readMoves(line: string): EngineResult<readonly Candidate[]> {
  const reply = movesReply.parse(JSON.parse(line));
  return reply.ok ? { ok: true, value: reply.moves } : refused(reply.error);
}

export function readCube(line: string): EngineResult<CubeEvaluation> {
  const reply = cubeReply.parse(JSON.parse(line));
  if (!reply.ok) return refused(reply.error);
  const { noDouble, doubleTake, doublePass, action: advice } = reply;
  return { ok: true, value: { noDouble, doubleTake, doublePass, advice } };
}

/** The legal plays with the engine's judgement, in the engine's order; fails unless it judged exactly those. */
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
  const complete = evaluated.length === plays.size && moves.length === plays.size;
  if (complete) return { ok: true, value: evaluated };
  const message = `The engine has ${moves.length} plays where ${plays.size} are legal.`;
  return { ok: false, code: 'engine-disagrees', message };
}

/** Points that can be expected when the cube stays out: won and lost games, and again for gammons and backgammons. */
function cubelessEquity([win, gammon, backgammon, lostGammon, lostBackgammon]: Candidate['probs']): number {
  return 2 * win - 1 + gammon - lostGammon + backgammon - lostBackgammon;
}
