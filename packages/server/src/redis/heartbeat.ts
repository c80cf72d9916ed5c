import * as z from 'zod/mini';
import { type Connection, PREFIX } from './connection.ts';

/** Who has not said for so long that he is there has ended without a word. */
export const LIFE_MS = 15_000;
const BEATS_A_LIFE = 5;

export interface HeartbeatParts {
  readonly processId: string;
  readonly connection: Connection;
  readonly lifeMs?: number;
  /** A process has ended without a word. Resolves when what it had is given up; is asked again if that fails. */
  readonly buried: (processId: string) => Promise<void>;
}

/** KEYS: processes by the time of their last beat, on Redis’s own clock. ARGV: this process, its life in ms. Returns who is over. */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])`;

const names = z.array(z.string());

/** Says that this process is there, and finds out which ones are not any more. */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #lifeMs: number;
  readonly #key = `${PREFIX}processes`;
  #timer: NodeJS.Timeout | null = null;
  /** Since when every beat has got through. */
  #connectedSince: number | null = null;

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#lifeMs = parts.lifeMs ?? LIFE_MS;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), this.#lifeMs / BEATS_A_LIFE).unref();
    this.#parts.connection.commands.on('ready', () => void this.#beat());
    void this.#beat();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#parts.connection.commands.zrem(this.#key, this.#parts.processId).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { connection, processId } = this.#parts;
    try {
      const over = z.parse(names, await connection.commands.eval(BEAT, 1, this.#key, processId, this.#lifeMs));
      this.#connectedSince ??= performance.now();
      await this.#bury(over);
    } catch {
      this.#connectedSince = null;
    }
  }

  /** After Redis was away the others get as long as they live to be heard again. */
  async #bury(over: readonly string[]): Promise<void> {
    if (this.#connectedSince === null || performance.now() - this.#connectedSince < this.#lifeMs) return;
    for (const processId of over) {
      await this.#parts.buried(processId);
      await this.#parts.connection.commands.zrem(this.#key, processId);
    }
  }
}
