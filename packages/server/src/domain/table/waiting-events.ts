import type { Failure } from 'bg-rules';
import type { Alarms, World } from '../ports/world.ts';
import type { ActResult, MustWait } from './table-parts.ts';

/** Judges the event again. `waitedMs`: how long it has waited. */
type Again = (waitedMs: number) => Promise<ActResult | MustWait>;

interface Waiting {
  readonly sig: string;
  readonly again: Again;
  readonly result: Promise<ActResult>;
  readonly end: (result: ActResult) => void;
  readonly fail: (error: unknown) => void;
  waitedMs: number;
  /** True while the event is judged again. It may be stored then, so only that answer counts. */
  isJudged: boolean;
}

/** The event waited, and a newer event of the same seat took its place. It is not stored. */
const replaced: Failure<'replaced'> = {
  ok: false,
  code: 'replaced',
  message: 'A newer event of this seat came while this one waited. This one is not stored.',
};

/** The events of players that may not be stored yet: at most one for each seat, the newest. */
export class WaitingEvents {
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #waiting = new Map<string, Waiting>();

  constructor({ alarms, world }: { readonly alarms: Alarms; readonly world: World }) {
    this.#alarms = alarms;
    this.#world = world;
  }

  /** Number of events that wait. */
  get count(): number {
    return this.#waiting.size;
  }

  /**
   * Has the event judged again after `waitMs`. Resolves to its final result. The same event, sent again, shares the result; another event of
   * this seat takes the place of the one that waits. `seat` names the seat and its match.
   */
  add(seat: string, sig: string, waitMs: number, again: Again): Promise<ActResult> {
    const before = this.#waiting.get(seat);
    if (before?.sig === sig) return before.result;
    if (before && !before.isJudged) before.end(replaced);
    let end: Waiting['end'] = () => undefined;
    let fail: Waiting['fail'] = () => undefined;
    const result = new Promise<ActResult>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
    const waiting: Waiting = { sig, again, result, end, fail, waitedMs: 0, isJudged: false };
    this.#waiting.set(seat, waiting);
    this.#later(seat, waiting, waitMs);
    return result;
  }

  #later(seat: string, waiting: Waiting, waitMs: number): void {
    this.#alarms.set(`waiting/${seat}`, this.#world.now() + waitMs, async () => {
      waiting.waitedMs += waitMs;
      await this.#judge(seat, waiting);
    });
  }

  async #judge(seat: string, waiting: Waiting): Promise<void> {
    waiting.isJudged = true;
    try {
      const result = await waiting.again(waiting.waitedMs);
      waiting.isJudged = false;
      const isNewest = this.#waiting.get(seat) === waiting;
      if (result.ok || result.code !== 'must-wait') waiting.end(result);
      else if (isNewest) return this.#later(seat, waiting, result.waitMs);
      else waiting.end(replaced);
    } catch (error) {
      waiting.fail(error);
    }
    if (this.#waiting.get(seat) === waiting) this.#waiting.delete(seat);
  }
}
