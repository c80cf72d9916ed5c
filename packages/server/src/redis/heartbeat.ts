import * as z from 'zod/mini';
import { type Connection, PREFIX } from './connection.ts';

/** A process without a heartbeat for this long is dead. */
export const LIFE_MS = 15_000;
const BEATS_A_LIFE = 5;

interface HeartbeatParts {
  readonly processId: string;
  readonly connection: Connection;
  readonly lifeMs?: number;
  /** A value that must be equal on all processes. */
  readonly mark: string;
  /** Called once for each different mark of another process. */
  readonly differs: (mark: string) => void;
  /** Called when a process has died. Resolves when its entries are removed. Called again if that fails. */
  readonly buried: (processId: string) => Promise<void>;
}

/**
 * KEYS: the sorted set of processes by last heartbeat, in Redis time; the mark. ARGV: this process, its lifetime in ms, its mark. Returns the
 * dead processes and the mark.
 */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
local mark = redis.call('GET', KEYS[2]) or ARGV[3]
if mark == ARGV[3] then redis.call('SET', KEYS[2], mark, 'PX', ARGV[2]) end
return {redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2]), mark}`;
/** Deletes the mark when a process stops. Other processes set it again; if there are none, the next one may set a different mark. */
const UNMARK = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

const answer = z.tuple([z.array(z.string()), z.string()]);

/** Sends the heartbeat of this process and detects dead ones. */
export class Heartbeat {
  readonly #processId: string;
  readonly #connection: Connection;
  readonly #mark: string;
  readonly #differs: (mark: string) => void;
  readonly #buried: (processId: string) => Promise<void>;
  readonly #lifeMs: number;
  readonly #key = `${PREFIX}processes`;
  readonly #markKey = `${PREFIX}mark`;
  readonly #reported = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  /** Start of the present series of successful heartbeats. */
  #connectedSince: number | null = null;

  constructor(parts: HeartbeatParts) {
    this.#processId = parts.processId;
    this.#connection = parts.connection;
    this.#mark = parts.mark;
    this.#differs = parts.differs;
    this.#buried = parts.buried;
    this.#lifeMs = parts.lifeMs ?? LIFE_MS;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#beat(), this.#lifeMs / BEATS_A_LIFE).unref();
    this.#connection.commands.on('ready', () => void this.#beat());
    void this.#beat();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#connection.commands.zrem(this.#key, this.#processId).catch(() => undefined);
    await this.#connection.commands.eval(UNMARK, 1, this.#markKey, this.#mark).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    try {
      const keys = [this.#key, this.#markKey];
      const beaten = await this.#connection.commands.eval(
        BEAT,
        keys.length,
        ...keys,
        this.#processId,
        this.#lifeMs,
        this.#mark,
      );
      const [over, common] = z.parse(answer, beaten);
      this.#compare(common);
      this.#connectedSince ??= performance.now();
      await this.#removeDead(over);
    } catch {
      this.#connectedSince = null;
    }
  }

  #compare(mark: string): void {
    if (mark === this.#mark || this.#reported.has(mark)) return;
    this.#reported.add(mark);
    this.#differs(mark);
  }

  /** After an outage of Redis, the other processes get a full lifetime to send a heartbeat. */
  async #removeDead(over: readonly string[]): Promise<void> {
    if (this.#connectedSince === null || performance.now() - this.#connectedSince < this.#lifeMs) return;
    for (const processId of over) {
      await this.#buried(processId);
      await this.#connection.commands.zrem(this.#key, processId);
    }
  }
}
