import type { Cluster } from '../../e2e/kit/cluster.ts';
import { SocketPlayer } from '../../e2e/kit/socket-player.ts';
import { generateKey } from '../../packages/record/src/crypto/ed25519.ts';
import type { MatchEvent } from '../../packages/record/src/types.ts';
import { backoffMs } from '../../packages/session/src/connection/keepalive.ts';

/** Mean time that a player thinks before each event while nothing is measured. */
const THINK_MS = 1_000;

type Resume = Extract<MatchEvent, { readonly type: 'resume' }>;

/** The measurement of a match whose owner was ended. Times are in milliseconds from the signal. */
export interface Takeover {
  /** The first event of a player that was stored after the signal, at the player who receives it. */
  readonly acknowledgedMs: number;
  /** The event with which the next owner marks the gap in the record. Null if there is none yet. */
  readonly resumedMs: number | null;
  /** The part of the time until the first event that the record charges to the players. */
  readonly chargedMs: number;
}

/**
 * Two players who play a long match with a clock and connect again as a page does. A match that is led has both players on one process,
 * which keeps it; otherwise they are on two processes.
 */
export class LiveMatch {
  readonly isLed: boolean;
  readonly #players: SocketPlayer[] = [];
  readonly #random: () => number;
  /** Per player: the number of events for which the player has begun to think. */
  readonly #thoughtAbout = new Map<SocketPlayer, number>();
  readonly #mayAct = new Map<SocketPlayer, number>();
  /** The time of the signal, and the first event of a player after it with its arrival. */
  #signal: { readonly at: number; first: { readonly event: MatchEvent; readonly arrivedAt: number } | null } | null =
    null;

  private constructor(isLed: boolean, random: () => number) {
    this.isLed = isLed;
    this.#random = random;
  }

  static async begin(cluster: Cluster, index: number, isLed: boolean, random: () => number): Promise<LiveMatch> {
    const match = new LiveMatch(isLed, random);
    const [host, guest] = [await match.#arrive(cluster, index), await match.#arrive(cluster, index + 1)];
    const { code } = await host.request({ type: 'invite', length: 25, rated: false, clock: 'normal' }, 'invited');
    const begun = Promise.all([host.expect('match'), guest.expect('match')]);
    guest.send({ type: 'join', code });
    await begun;
    while ((host.ledger?.length ?? 0) < COMMITS || (guest.ledger?.length ?? 0) < COMMITS)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    // The next connection names the match, and so leads both players to one process.
    if (isLed) match.reconnect();
    return match;
  }

  get id(): string {
    return this.#players[0]?.ledger?.header.id ?? '';
  }

  /** Number of events that both players know. */
  get length(): number {
    return Math.min(...this.#players.map(({ ledger }) => ledger?.length ?? 0));
  }

  /** The faults that the players found: an acknowledged event that is gone, or an event that breaks the rules. */
  get faults(): readonly string[] {
    return this.#players.flatMap(({ faults }) => faults);
  }

  /** From now on the players act without thinking, until an event of theirs has been acknowledged. */
  watch(at: number): void {
    this.#signal = { at, first: null };
    for (const player of this.#players) player.nudge();
  }

  /** The measurement so far. Null if no event has been acknowledged since the signal. */
  get takeover(): Takeover | null {
    if (!this.#signal?.first) return null;
    const { at: from, first } = this.#signal;
    const resumes = this.#longest().filter((event) => event.type === 'resume' && event.at >= from) as Resume[];
    let chargedMs = first.event.at - from;
    for (const { n, at, since } of resumes) if (n < first.event.n) chargedMs -= at - Math.max(from, since);
    const resumedAt = resumes[0]?.at;
    return {
      acknowledgedMs: first.arrivedAt - from,
      resumedMs: resumedAt === undefined ? null : resumedAt - from,
      chargedMs,
    };
  }

  /** Describes a match that stands. */
  toString(): string {
    const players = this.#players.map(
      ({ ledger }) => `${ledger?.length} ${ledger?.expects.party} ${ledger?.expects.types}`,
    );
    return `${this.id}: ${this.isLed ? 'one process' : 'two processes'}, ${players.join('; ')}`;
  }

  rest(): void {
    this.#signal = null;
  }

  /** Both players connect again. They compare the match that the server then sends with all events that they know. */
  reconnect(): void {
    for (const player of this.#players) player.drop();
  }

  leave(): void {
    for (const player of this.#players) player.leave();
  }

  #longest(): readonly MatchEvent[] {
    const [one = [], other = []] = this.#players.map(({ ledger }) => ledger?.events ?? []);
    return one.length > other.length ? one : other;
  }

  async #arrive(cluster: Cluster, index: number): Promise<SocketPlayer> {
    const player: SocketPlayer = new SocketPlayer({
      url: this.isLed ? cluster.url : await cluster.nearest(index % cluster.ports.length),
      key: await generateKey(),
      policy: { random: this.#random, double: 0, take: 1, wild: true },
      onTraffic: () => this.#look(player),
      mayAct: (events) => this.#isReady(player, events),
      reconnectMs: (attempt) => backoffMs(attempt, this.#random()),
      isLed: this.isLed,
      // Verifying the whole match again for each player would delay all others in this process.
      isLight: true,
    });
    this.#players.push(player);
    await player.connect();
    return player;
  }

  /** Events before the first roll come at once, as a page sends them. */
  #isReady(player: SocketPlayer, events: number): boolean {
    const isAutomatic = player.ledger?.expects.types.some((type) => type === 'commit' || type === 'reveal') ?? false;
    if (isAutomatic || (this.#signal && !this.#signal.first) || this.#mayAct.get(player) === events) return true;
    if (this.#thoughtAbout.get(player) !== events) {
      this.#thoughtAbout.set(player, events);
      setTimeout(
        () => {
          this.#mayAct.set(player, events);
          player.nudge();
        },
        THINK_MS * (0.5 + this.#random()),
      );
    }
    return false;
  }

  #look({ ledger }: SocketPlayer): void {
    const signal = this.#signal;
    if (!signal || signal.first || !ledger) return;
    const from = ledger.events.findLastIndex(({ at }) => at <= signal.at) + 1;
    const event = ledger.events.slice(from).find(({ p }) => p !== null);
    if (event) signal.first = { event, arrivedAt: Date.now() };
  }
}

const COMMITS = 3;
const LOOK_MS = 20;
