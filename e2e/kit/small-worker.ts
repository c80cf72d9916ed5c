import { acquired, type Job, type JobResult } from '@anchor/wire';
import { type Dice, equity, estimate, legalPlays, opponent, type Position } from 'bg-rules';

interface Settings {
  readonly url: string;
  readonly key: string;
  /** The engine id that the worker reports; it must be the one that the server wants. */
  readonly engineId: string;
}

const IDLE_MS = 100;

/**
 * A minimal worker, written only from the protocol. It uses the built-in estimate of the rules: this is no engine's judgement, but it has
 * every field that a result needs.
 */
export class SmallWorker {
  readonly #settings: Settings;
  readonly #gone = new AbortController();
  readonly #work: Promise<void>;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#work = this.#run();
  }

  /** Stops the worker after its current jobs. */
  stop(): Promise<void> {
    this.#gone.abort();
    return this.#work;
  }

  async #run(): Promise<void> {
    const { engineId } = this.#settings;
    while (!this.#gone.signal.aborted) {
      const lease = acquired.parse(await this.#post('acquire', { engineId, workerId: 'small', count: 8 }));
      if ('token' in lease) {
        const results = lease.jobs.map((job) => ({ key: job.key, result: judge(job) }));
        await this.#post('submit', { token: lease.token, workerId: 'small', results });
      } else await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    }
  }

  async #post(path: 'acquire' | 'submit', body: object): Promise<unknown> {
    const { url, key } = this.#settings;
    const headers = { 'content-type': 'application/json', 'x-worker-key': key };
    const answer = await fetch(`${url}/worker/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

function judge({ req }: Job): JobResult {
  const [first, second] = req.dice;
  if (first === 0) return { plays: [], cube: judgeCube(req.pos) };
  const plays = legalPlays(req.pos, 0, [first, second] as Dice).map(({ hops, position }) => judgePlay(hops, position));
  return { plays: plays.sort((a, b) => b.equity - a.equity) };
}

type Judged = JobResult['plays'][number];

function judgePlay(hops: readonly (readonly [number, number])[], after: Position): Judged {
  const { win, gammon, lostGammon } = estimate(after, 0, opponent(0));
  const probs: Judged['probs'] = [win, Math.min(gammon, win), 0, Math.min(lostGammon, 1 - win), 0];
  const worth = 2 * win - 1 + probs[1] - probs[3];
  return { hops: hops.map(([from, to]): [number, number] => [from, to]), equity: worth, probs };
}

function judgeCube(position: Position): NonNullable<JobResult['cube']> {
  const noDouble = equity(estimate(position, 0, 0));
  const doubleTake = noDouble * 1.4 - 0.1;
  const [take, doubles] = [doubleTake <= 1, Math.min(doubleTake, 1) > noDouble];
  return {
    noDouble,
    doubleTake,
    doublePass: 1,
    action: doubles ? (take ? 'double-take' : 'double-pass') : 'no-double',
  };
}
