import type { ServerMessage } from '@anchor/wire';
import { signal } from '@preact/signals-core';
import {
  clockNameOf,
  type Header,
  isOwnFirstChain,
  type Key,
  Ledger,
  type MatchEvent,
  type Receipt,
  type SignedEvent,
  sentHash,
  type Transcript,
} from 'bg-record';
import { legalPlays, type Player } from 'bg-rules';
import type { ConnectionStatus, Outgoing } from '../../src/connection/connection.ts';
import type { EvidentFailure } from '../../src/platform/failure.ts';
import { checkAgreed } from '../../src/session/header-check.ts';
import { LiveMatch, type MatchMessage } from '../../src/session/live-match.ts';
import { MatchSigner } from '../../src/session/match-signer.ts';
import { isOfMatch } from '../../src/session/matches.ts';
import type { Decision } from '../../src/session/types.ts';
import type { EvidenceFile } from '../../src/stores/evidence.ts';
import { signedEventOf } from '../support/fate.ts';
import { MemoryStore } from '../support/memory.ts';
import { noViews } from '../support/table.ts';
import type { World } from './world.ts';

/** The other end of a page's connection. */
export interface FarEnd {
  joined(page: Page): Promise<void> | void;
  hear(page: Page, message: Outgoing & { id?: string }): Promise<void> | void;
  left(page: Page): void;
}

/** The quality of the network, and the speed of the player. */
interface Surroundings {
  latencyMs(): number;
  thinkMs(): number;
}

export interface PageParts {
  readonly name: string;
  readonly header: Header;
  readonly key: Key;
  readonly seat: Player;
  readonly world: World;
  readonly server: FarEnd;
  readonly surroundings: Surroundings;
  readonly store?: MemoryStore;
  /** The absence in the signed greeting of the server, in milliseconds. */
  readonly greetedMs: number;
}

/** A receipt of the server, with the event of the ping that it answers. */
interface Answer {
  readonly event: SignedEvent | null;
  readonly receipt: Receipt | null;
  readonly at: number;
}

const signedWith = new WeakMap<MemoryStore, SignedEvent[]>();

interface Line {
  isUp: boolean;
  /** Frames arrive in order. */
  upAt: number;
  downAt: number;
}

/** A page of an honest player on one device: a real session with simulated store, clocks and player. */
export class Page {
  readonly name: string;
  readonly seat: Player;
  readonly store: MemoryStore;
  readonly status = signal<ConnectionStatus>('connecting');
  /** Every event that ever left this device, once each, in order. The device's tabs share it. */
  readonly signed: SignedEvent[];
  /** The time at which each of them was last sent, by signature. */
  readonly sentAt = new Map<string, number>();
  /** The time at which each live event became known here, by its signature and date. */
  readonly toldAt = new Map<string, number>();
  /** The answers to pings. */
  readonly answers: Answer[] = [];
  /** The evidence that the page has saved for its player. */
  readonly saved: (Transcript | EvidenceFile)[] = [];
  /** The times at which the page opened a new connection by itself. */
  readonly reconnections: number[] = [];
  /** The longest time in milliseconds in which this page was connected and its pings with an event were not answered. */
  silentMs = 0;
  #asking: { readonly sig: string; readonly since: number } | null = null;
  readonly faults: unknown[] = [];
  slowestMs = 0;
  /** The times of the answers to pings. */
  readonly pongs: number[] = [];
  /** The kinds of the warnings that the page has shown. */
  readonly warnings = new Set<string>();
  /** The last time at which this page could not have received a live event. */
  disturbedAt = -1;
  wallSkewMs = 0;
  aborted = false;
  wantsSeat = true;
  session: LiveMatch;
  readonly #parts: PageParts;
  readonly #pings = new Map<string, { readonly at: number; readonly event: SignedEvent | null }>();
  #line: Line | null = null;
  #life = 0;
  #awakeAt = 0;
  #sleptMs = 0;
  #isThinking = false;

  constructor(parts: PageParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.seat = parts.seat;
    this.store = parts.store ?? new MemoryStore();
    this.signed = signedWith.get(this.store) ?? [];
    signedWith.set(this.store, this.signed);
    this.session = this.#load();
  }

  get view() {
    return this.session.view.value;
  }

  get isConnected(): boolean {
    return this.#line?.isUp ?? false;
  }

  get isAsleep(): boolean {
    return this.#awakeAt > this.#parts.world.now;
  }

  /** Reloads the page with the same store. */
  reload(): void {
    this.drop();
    this.session = this.#load();
    this.connect();
  }

  connect(): void {
    const { world, server } = this.#parts;
    if (this.#line) return;
    const line = { isUp: true, upAt: 0, downAt: 0 };
    this.#line = line;
    this.disturbedAt = world.now;
    this.#later(this.#parts.surroundings.latencyMs(), async () => {
      if (line !== this.#line) return;
      this.status.value = 'online';
      await server.joined(this);
    });
  }

  /** Breaks the connection. The page reconnects after a while. */
  cut(backMs: number): void {
    if (!this.#line) return;
    this.drop();
    this.#later(backMs, () => this.status.value !== 'superseded' && this.connect());
  }

  drop(): void {
    const line = this.#line;
    this.#line = null;
    this.disturbedAt = this.#parts.world.now;
    this.#pings.clear();
    if (this.status.value === 'online') this.status.value = 'connecting';
    if (line) this.#parts.server.left(this);
  }

  supersede(): void {
    this.#line = null;
    this.disturbedAt = this.#parts.world.now;
    this.status.value = 'superseded';
  }

  /** The player continues on this device. */
  useHere(): void {
    if (this.status.value === 'superseded') this.status.value = 'connecting';
    this.connect();
    this.session.playHere();
  }

  /** The device sleeps for a while. Its steady clock may stop meanwhile. */
  sleep(ms: number, stopsSteady: boolean): void {
    const { world } = this.#parts;
    this.#awakeAt = world.now + ms;
    if (stopsSteady) this.#sleptMs += ms;
    this.disturbedAt = this.#awakeAt;
    // The page detects a long sleep and reconnects.
    if (ms > 75_000) this.#later(ms, () => this.#line && this.cut(500));
  }

  /** Delivers a message of the server. Messages arrive in order, unless the connection breaks first. */
  send(message: ServerMessage): void {
    const line = this.#line;
    if (!line) return;
    const { world, surroundings } = this.#parts;
    line.downAt = Math.max(line.downAt, world.now + surroundings.latencyMs());
    const life = this.#life;
    this.#later(line.downAt - world.now, async () => {
      if (line === this.#line && life === this.#life) await this.#receive(message);
    });
  }

  #load(): LiveMatch {
    const { header, key, seat, world } = this.#parts;
    this.#life += 1;
    const life = this.#life;
    const ledger = new Ledger(header);
    const random = (length: number) => Uint8Array.from({ length }, () => world.between(0, 256));
    const clocks = {
      wall: () => world.now + this.wallSkewMs,
      steady: () => world.now - this.#sleptMs,
    };
    return new LiveMatch(ledger, new MatchSigner(key, ledger, seat, this.store, { now: clocks.wall, random }), {
      send: (message) => this.#send(message),
      time: { now: () => world.now },
      clocks,
      after: (ms, task) => this.#later(ms, () => (life === this.#life ? task() : undefined)),
      status: this.status,
      store: this.store,
      save: (_name, content) => this.saved.push(content),
      saveFrom: () => undefined,
      explain: ({ code }) => code,
      views: noViews,
      useHere: () => undefined,
      reconnect: () => {
        this.reconnections.push(world.now);
        this.cut(1);
      },
      rematch: async () => null,
      callOff: async () => null,
    });
  }

  /** Like the world's timer, but a sleeping device does nothing. */
  #later(ms: number, task: () => unknown): () => void {
    return this.#parts.world.after(ms, () => {
      const { world } = this.#parts;
      if (this.#awakeAt <= world.now) return task();
      return world.after(this.#awakeAt - world.now, task);
    });
  }

  #send(message: Outgoing & { id?: string }): boolean {
    const line = this.#line;
    const { world, surroundings, server } = this.#parts;
    if (message.type === 'act') this.#note(signedEventOf(message.event));
    if (!line) return false;
    if (message.type === 'ping' && message.id) {
      const event = message.event === undefined ? null : signedEventOf(message.event);
      this.#pings.set(message.id, { at: world.now, event });
      this.#asks(event);
    }
    line.upAt = Math.max(line.upAt, world.now + surroundings.latencyMs());
    world.after(line.upAt - world.now, async () => {
      if (line === this.#line) await server.hear(this, message);
    });
    return true;
  }

  #asks(event: SignedEvent | null): void {
    const { now } = this.#parts.world;
    if (!event) this.#asking = null;
    else if (this.#asking?.sig !== event.sig || this.disturbedAt >= this.#asking.since)
      this.#asking = { sig: event.sig, since: now };
    else this.silentMs = Math.max(this.silentMs, now - this.#asking.since);
  }

  #note(event: SignedEvent): void {
    this.sentAt.set(event.sig, this.#parts.world.now);
    if (!this.signed.some(({ sig }) => sig === event.sig)) this.signed.push(event);
  }

  /** The server has refused an event, which does not concern the page's store. */
  refused(): void {}

  async #receive(message: ServerMessage): Promise<void> {
    const { world } = this.#parts;
    if (message.type === 'event' && !this.toldAt.has(keyOf(message.event)))
      this.toldAt.set(keyOf(message.event), world.now);
    if (message.type === 'aborted') this.aborted = true;
    if (message.type === 'rejected') this.refused();
    if (message.type === 'pong') this.#ponged(message);
    if (isOfMatch(message)) await this.#take(message);
    this.#think();
  }

  /** A new match must be the one that was agreed on, before the page takes part in it. */
  async #take(message: MatchMessage): Promise<void> {
    const isBegun = this.view.events.length > 0 || this.store.marks.size > 0;
    const fault = message.type === 'match' && !isBegun ? this.agreementFault(message.header) : null;
    if (fault && message.type === 'match') await this.session.refuse(fault, { header: message.header, events: [] });
    else await this.session.receive(message);
  }

  agreementFault(header: Header): EvidentFailure | null {
    const { key, seat, greetedMs } = this.#parts;
    const { server, length, rated, rules } = header;
    const clock = clockNameOf(header);
    if (clock === null || clock === 'none') return null;
    const request = { length, rated, rules, clock, opponent: 'anyone' } as const;
    const context = { seat, pub: key.pub, server, absenceMs: greetedMs, isOwnFirstChain: isOwnFirstChain(key, header) };
    const agreed = checkAgreed(header, context, [request]);
    return agreed.ok ? null : agreed;
  }

  #ponged({ id, receipt }: Extract<ServerMessage, { type: 'pong' }>): void {
    const sent = typeof id === 'string' ? this.#pings.get(id) : undefined;
    if (!sent) return;
    const { now } = this.#parts.world;
    this.slowestMs = Math.max(this.slowestMs, now - sent.at);
    this.pongs.push(now);
    this.answers.push({ event: sent.event, receipt: receipt ?? null, at: now });
    if (sent.event && receipt?.asked === sentHash(sent.event)) this.#asking = null;
  }

  #think(): void {
    if (this.view.warning) this.warnings.add(this.view.warning.kind);
    this.#claim();
    if (this.#isThinking || this.view.options.actions.length === 0) return;
    this.#isThinking = true;
    this.#later(this.#parts.surroundings.thinkMs(), async () => {
      this.#isThinking = false;
      const decision = this.#choose();
      if (decision) this.session.decide(decision);
      await this.session.idle();
      this.#think();
    });
  }

  /** The player claims the match now and then, if the opponent is away. */
  #claim(): void {
    const { absence, asideInFlight, options } = this.view;
    if (!absence || absence.seat === this.seat || absence.isClaimed || asideInFlight || options.actions.length > 0)
      return;
    if (this.#parts.world.chance(0.3)) this.session.claim();
  }

  #choose(): Decision | null {
    const { world } = this.#parts;
    const { options, match } = this.view;
    const { actions, resignations } = options;
    if (actions.length === 0) return null;
    const [points] = resignations;
    if (points !== undefined && world.chance(0.01)) return { type: 'resign', points };
    if (actions.includes('play') && match.dice && match.turn !== null) {
      const plays = legalPlays(match.position, match.turn, match.dice);
      return { type: 'play', hops: plays.length > 0 ? world.pick(plays).hops : [] };
    }
    const simple = actions.filter((type) => type !== 'resign' && type !== 'play' && type !== 'forfeit');
    if (simple.includes('roll') && !world.chance(0.15)) return { type: 'roll' };
    return simple.length > 0 ? ({ type: world.pick(simple) } as Decision) : null;
  }
}

export function keyOf({ sig, at }: MatchEvent): string {
  return `${sig} ${at}`;
}
