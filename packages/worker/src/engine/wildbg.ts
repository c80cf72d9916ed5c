import { cubelessEquity, ownView } from 'bg-rules';
import * as z from 'zod/mini';
import { type Candidate, pairWithLegalPlays } from './line-protocol.ts';
import type { CubeEvaluation, Engine, EngineResult, EvaluatedPlay, MovesRequest } from './types.ts';

interface WildbgOptions {
  /** URL of its web server, such as `http://localhost:8080`. */
  readonly url: string;
  /** The id of its results. */
  readonly id: string;
  readonly timeoutMs: number;
}

const hop = z.object({ from: z.int().check(z.gte(1), z.lte(25)), to: z.int().check(z.gte(0), z.lte(24)) });
const chance = z.number();
const probabilities = z.object({ win: chance, winG: chance, winBg: chance, loseG: chance, loseBg: chance });
const moveAnswer = z.object({
  moves: z.array(z.object({ play: z.array(hop).check(z.maxLength(4)), probabilities })),
});

type Move = z.infer<typeof moveAnswer>['moves'][number];

const failed = (code: 'engine-missing' | 'engine-refused' | 'engine-garbled', message: string) =>
  ({ ok: false, code, message }) as const;

/**
 * wildbg's web server. `GET /move` with the position as `p0` … `p25` from the player's view returns every
 * legal play, best first, with its probabilities. It has one fixed depth. For the cube it only says if the
 * player should double, without equities, so cube decisions are refused. It ignores the score, except that it
 * orders plays for a 1-point match.
 */
export class WildbgEngine implements Engine {
  readonly id: string;
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor({ url, id, timeoutMs }: WildbgOptions) {
    this.id = id;
    this.#url = url.replace(/\/+$/, '');
    this.#timeoutMs = timeoutMs;
  }

  /** Connects to the server and checks that it answers. */
  static async open(options: WildbgOptions, probe: MovesRequest): Promise<EngineResult<WildbgEngine>> {
    const engine = new WildbgEngine(options);
    const answer = await engine.moves(probe);
    return answer.ok ? { ok: true, value: engine } : answer;
  }

  async moves(request: MovesRequest): Promise<EngineResult<readonly EvaluatedPlay[]>> {
    const text = await this.#get(`/move?${queryOf(request)}`);
    if (!text.ok) return text;
    const parsed = z.safeParse(moveAnswer, text.value);
    if (!parsed.success) return failed('engine-garbled', 'wildbg sent an answer that is not a list of moves.');
    // If there is no legal play, wildbg returns one play without hops.
    const moves = parsed.data.moves.filter(({ play }) => play.length > 0);
    return pairWithLegalPlays(
      request,
      moves.map((move) => candidateOf(request, move)),
    );
  }

  async cube(): Promise<EngineResult<CubeEvaluation>> {
    return failed('engine-refused', 'wildbg does not evaluate doubles.');
  }

  async close(): Promise<void> {}

  async #get(path: string): Promise<EngineResult<unknown>> {
    try {
      const response = await fetch(this.#url + path, { signal: AbortSignal.timeout(this.#timeoutMs) });
      if (response.ok) return { ok: true, value: await response.json() };
      return failed(
        'engine-refused',
        `wildbg refused the request: ${response.status} ${(await response.text()).slice(0, 200)}`,
      );
    } catch (error) {
      return failed('engine-missing', `wildbg at ${this.#url} does not answer: ${String(error)}`);
    }
  }
}

function queryOf({ position, onRoll, dice, length }: MovesRequest): string {
  const pips = ownView(position, onRoll).flatMap((count, pip) => (count === 0 ? [] : [[`p${pip}`, String(count)]]));
  const away = length === 1 ? { x_away: '1', o_away: '1' } : {};
  const query = { die1: String(dice[0]), die2: String(dice[1]), ...Object.fromEntries(pips), ...away };
  return new URLSearchParams(query).toString();
}

function candidateOf({ position, onRoll }: MovesRequest, { play, probabilities: of }: Move): Candidate {
  const points = ownView(position, onRoll);
  const add = (point: number, checkers: number) => {
    points[point] = (points[point] ?? 0) + checkers;
  };
  for (const { from, to } of play) {
    add(from, -1);
    if (to > 0 && points[to] === -1) {
      points[to] = 0;
      add(0, -1);
    }
    if (to > 0) add(to, 1);
  }
  const probs: Candidate['probs'] = [of.win, of.winG, of.winBg, of.loseG, of.loseBg];
  return { points, equity: cubelessEquity(probs), probs };
}
