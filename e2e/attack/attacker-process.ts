import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AttackName, Target } from './attacks.ts';
import type { Flooded, FloodSettings } from './flood-run.ts';
import type { Seen } from './tally.ts';

const attacker = fileURLToPath(new URL('./attacker.ts', import.meta.url));

interface AttackOrder {
  readonly type: 'attack';
  readonly name: AttackName;
  readonly target: Target;
}
interface OpenOrder extends FloodSettings {
  readonly type: 'open';
}
interface FloodOrder {
  readonly type: 'flood';
  /** The number of addresses that take part. */
  readonly addresses: number;
  readonly seconds: number;
}
/** An order to the attacker. It replies to each. */
export type Order = AttackOrder | OpenOrder | FloodOrder;
export type Reply = { readonly value: unknown } | { readonly error: string };

/** A process that attacks a server. */
export class AttackerProcess {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(attacker, { execArgv: ['--import', 'tsx', '--conditions=@anchor/source'] });
  }

  attack(name: AttackName, target: Target, withinSeconds: number): Promise<Seen> {
    return this.#ask<Seen>({ type: 'attack', name, target }, name, withinSeconds);
  }

  /** Opens the connections of a flood, which are idle afterwards. */
  open(settings: FloodSettings, withinSeconds: number): Promise<null> {
    return this.#ask<null>({ type: 'open', ...settings }, `opening ${settings.name}`, withinSeconds);
  }

  flood(addresses: number, seconds: number, withinSeconds: number): Promise<Flooded> {
    return this.#ask<Flooded>({ type: 'flood', addresses, seconds }, 'the flood', withinSeconds);
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask<Value>(order: Order, what: string, withinSeconds: number): Promise<Value> {
    const limit = AbortSignal.timeout(withinSeconds * 1000);
    this.#child.send(order);
    try {
      const [reply] = await Promise.race([
        once(this.#child, 'message', { signal: limit }),
        once(this.#child, 'exit', { signal: limit }).then(([code]) =>
          Promise.reject(new Error(`${what} ended with ${code}`)),
        ),
      ]);
      if ('error' in reply) throw new Error(reply.error);
      return reply.value;
    } catch (error) {
      throw limit.aborted ? new Error(`${what} did not end within ${withinSeconds} s`) : error;
    }
  }
}
