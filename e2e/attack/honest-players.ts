import { seededRandom } from '@anchor/testkit/random';
import { generateKey, type Key } from 'bg-record';
import { WebSocket } from 'ws';
import type { Policy } from '../kit/policy.ts';
import { SocketPlayer } from '../kit/socket-player.ts';

const PING_MS = 1_000;

/** The honest players beside a flood. */
export interface HonestSettings {
  /** Number of matches that are in progress at all times. */
  readonly pairs: number;
  /** Mean pause of a player before each action. */
  readonly thoughtMs: number;
  /** The address of all players, in `X-Forwarded-For`. Without it they have the address of this machine. */
  readonly address?: string;
}

interface PlayerSettings {
  readonly url: string;
  readonly key: Key;
  readonly policy: Policy;
  readonly dial: (address: string) => WebSocket;
  /** The pause before the next action. */
  readonly thoughtMs: () => number;
  readonly told: (delayMs: number) => void;
}

/** An honest player that pings like a page and measures the time from each of its events to the acknowledgement. */
class HonestPlayer extends SocketPlayer {
  readonly #thoughtMs: () => number;
  readonly #told: (delayMs: number) => void;
  readonly #pinging: NodeJS.Timeout;
  #sent: { readonly n: number; readonly at: number } | null = null;

  constructor({ thoughtMs, told, ...rest }: PlayerSettings) {
    super({ ...rest, onTraffic: () => this.#look() });
    this.#thoughtMs = thoughtMs;
    this.#told = told;
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
  }

  /** The age of the event that is not acknowledged yet. 0 if there is none. */
  get waitingMs(): number {
    return this.#sent ? performance.now() - this.#sent.at : 0;
  }

  override send(message: object): void {
    if ('event' in message) setTimeout(() => this.#act(message), this.#thoughtMs());
    else super.send(message);
  }

  override leave(): void {
    clearInterval(this.#pinging);
    super.leave();
  }

  /** An event that is sent again was sent at its first time. */
  #act(message: object): void {
    const n = this.ledger?.length ?? 0;
    if (this.#sent?.n !== n) this.#sent = { n, at: performance.now() };
    super.send(message);
  }

  #ping(): void {
    if (this.ledger && !this.ledger.state.match.result) super.send({ type: 'ping', match: this.ledger.header.id });
  }

  #look(): void {
    if (!this.#sent || (this.ledger?.length ?? 0) <= this.#sent.n) return;
    this.#told(performance.now() - this.#sent.at);
    this.#sent = null;
  }
}

/** The harm to the players since the beginning. */
interface Harm {
  /** Number of `resume` events. */
  readonly resumes: number;
  /** Number of requests that were refused with `too-many`. */
  readonly refusals: number;
  /** Number of connections that were lost. */
  readonly losses: number;
}

/** Honest matches with the slowest live clock. When one ends, the next begins. */
export class HonestMatches {
  readonly #url: string;
  readonly #settings: HonestSettings;
  readonly #players: HonestPlayer[] = [];
  #delays: number[] = [];
  #isOver = false;

  private constructor(url: string, settings: HonestSettings) {
    this.#url = url;
    this.#settings = settings;
  }

  static async begin(url: string, settings: HonestSettings): Promise<HonestMatches> {
    const matches = new HonestMatches(url, settings);
    for (let pair = 0; pair < settings.pairs; pair++) await matches.#seat(pair);
    return matches;
  }

  /** The ids of the matches in progress. */
  get live(): readonly string[] {
    const ledgers = this.#players.flatMap(({ ledger }) => ledger ?? []);
    return [...new Set(ledgers.filter(({ state }) => !state.match.result).map(({ header }) => header.id))];
  }

  /** The errors that the players found in the server's messages. */
  get faults(): readonly string[] {
    return this.#players.flatMap(({ faults }) => faults);
  }

  get harm(): Harm {
    const sum = (of: (player: HonestPlayer) => number) => this.#players.reduce((all, player) => all + of(player), 0);
    // Both players of a match have its events.
    const resumes = this.#players.flatMap(({ ledger }) => ledger?.events.filter(({ type }) => type === 'resume') ?? []);
    return {
      resumes: new Set(resumes.map(({ sig }) => sig)).size,
      refusals: sum(({ refusals }) => refusals),
      losses: sum(({ losses }) => losses),
    };
  }

  /** Forgets the delays so far. */
  restart(): void {
    this.#delays = [];
  }

  /**
   * The times from sending an event to its acknowledgement since `restart`, sorted. Those that are not acknowledged yet
   * are in a list of their own, with their age.
   */
  get delays(): { readonly acknowledged: readonly number[]; readonly waiting: readonly number[] } {
    const waiting = this.#players.map(({ waitingMs }) => waitingMs).filter((ms) => ms > 0);
    return { acknowledged: this.#delays.toSorted((a, b) => a - b), waiting: waiting.toSorted((a, b) => a - b) };
  }

  end(): void {
    this.#isOver = true;
    for (const player of this.#players) player.leave();
  }

  async #seat(pair: number): Promise<void> {
    const { thoughtMs, address, pairs } = this.#settings;
    const random = seededRandom(pair + 1);
    const make = async () =>
      new HonestPlayer({
        url: this.#url,
        key: await generateKey(),
        policy: { random, double: 0, take: 1 },
        dial: (url) => new WebSocket(url, { headers: address === undefined ? {} : { 'x-forwarded-for': address } }),
        thoughtMs: () => thoughtMs * (0.5 + random()),
        told: (delayMs) => this.#delays.push(delayMs),
      });
    const [host, guest] = [await make(), await make()];
    this.#players.push(host, guest);
    await host.connect();
    await guest.connect();
    const { code } = await host.request({ type: 'invite', length: 25, rated: false, clock: 'slow' }, 'invited');
    const begun = Promise.all([host, guest].map((player) => player.expect('match')));
    guest.send({ type: 'join', code });
    await begun;
    void host.finished.then(() => {
      for (const player of [host, guest]) player.leave();
      if (!this.#isOver) return this.#seat(pair + pairs);
    });
  }
}
