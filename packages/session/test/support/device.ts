import { signal } from '@preact/signals-core';
import {
  type Header,
  Ledger,
  type MatchEvent,
  type Receipt,
  type SignedEvent,
  sentHash,
  signReceipt,
  type Transcript,
} from 'bg-record';
import type { Player } from 'bg-rules';
import type { ConnectionStatus, Outgoing } from '../../src/connection/connection.ts';
import type { CodedFailure } from '../../src/platform/failure.ts';
import { LiveMatch, type SessionPorts } from '../../src/session/live-match.ts';
import { MatchSigner } from '../../src/session/match-signer.ts';
import type { EvidenceFile } from '../../src/stores/evidence.ts';
import { honestFate, signedEventOf } from './fate.ts';
import { MemoryStore } from './memory.ts';
import { keys, noViews, type Table } from './table.ts';

/** A page with a match. Its surroundings are explicit queues. */
export class Device {
  readonly session: LiveMatch;
  readonly store: MemoryStore;
  readonly sent: (Outgoing & { readonly id?: string })[] = [];
  /** The matches that the page has asked the server to call off, and why the server does not. */
  readonly calledOff: string[] = [];
  callOffRefusal: CodedFailure | null = null;
  readonly saved: (Transcript | EvidenceFile)[] = [];
  readonly status = signal<ConnectionStatus>('online');
  /** How often the page has opened a new connection. */
  reconnections = 0;
  /** The error of the device's own clock. */
  skewMs = 0;

  private constructor(
    header: Header,
    hand: (ledger: Ledger, store: MemoryStore) => MatchSigner | null,
    store: MemoryStore,
    now: () => number,
    views: SessionPorts['views'],
  ) {
    this.store = store;
    const ledger = new Ledger(header);
    this.session = new LiveMatch(ledger, hand(ledger, store), {
      send: (message) => this.sent.push(message) > 0,
      time: { now },
      clocks: { wall: () => now() + this.skewMs, steady: now },
      after: () => () => undefined,
      status: this.status,
      store,
      save: (_name, content) => this.saved.push(content),
      saveFrom: () => undefined,
      explain: ({ code }) => code,
      views,
      useHere: () => undefined,
      reconnect: () => {
        this.reconnections += 1;
      },
      rematch: async () => null,
      callOff: async (match) => {
        this.calledOff.push(match);
        return this.callOffRefusal;
      },
    });
  }

  /** Loads a page. With the store of an earlier page it is the same device. */
  static async load(
    table: Pick<Table, 'ledger' | 'now'>,
    seat: Player | null,
    store = new MemoryStore(),
    views: SessionPorts['views'] = noViews,
  ): Promise<Device> {
    const { players } = await keys();
    const now = () => table.now;
    const hand = (ledger: Ledger) =>
      seat === null ? null : new MatchSigner(players[seat], ledger, seat, store, { now, view: views.own });
    return new Device(table.ledger.header, hand, store, now, views);
  }

  get view() {
    return this.session.view.value;
  }

  /** Shows the device a whole history. */
  show(table: Pick<Table, 'ledger'>, events: readonly MatchEvent[] = table.ledger.events): Promise<void> {
    const { header } = table.ledger;
    const { length } = events;
    return this.session.receive({
      type: 'match',
      header,
      events: [...events],
      length,
      seat: this.session.seat,
      now: 0,
    });
  }

  event(event: MatchEvent): Promise<void> {
    return this.session.receive({ type: 'event', match: this.view.id, event });
  }

  /** Delivers the answer to `sync` when there are no new events. */
  nothingNew(): Promise<void> {
    return this.session.receive({
      type: 'events',
      match: this.view.id,
      events: [],
      length: this.view.events.length,
      now: 0,
    });
  }

  refused(n: number, code: string): Promise<void> {
    return this.session.receive({ type: 'rejected', match: this.view.id, n, code, message: code });
  }

  /**
   * Answers every ping that was sent with the table's receipt. Like an honest server, it signs no receipt while the table has not decided the
   * event in the ping.
   *
   * @param changes members that a dishonest server signs instead
   */
  async pong(table: Table, changes: Partial<Omit<Receipt, 'sig'>> = {}) {
    const pings = this.sent.filter(({ type }) => type === 'ping');
    this.drop('ping');
    for (const ping of pings) await this.answer(table, ping, changes);
  }

  /** Takes the pings that the device has sent since the last call. */
  pings(): Ping[] {
    const pings = this.sent.filter((message) => message.type === 'ping');
    this.drop('ping');
    return pings;
  }

  /** Answers one ping. Without `changes` it does so honestly. */
  async answer(table: Table, ping: Outgoing & { readonly id?: string }, changes: Partial<Omit<Receipt, 'sig'>> = {}) {
    const { ledger, now } = table;
    const event = ping.type === 'ping' && ping.event !== undefined ? signedEventOf(ping.event) : null;
    const fate = event && (await honestFate(event, table.ledger, table.now));
    const facts = { n: ledger.length, head: ledger.head, asked: event && sentHash(event), fate, now, ...changes };
    const isOpen = event !== null && facts.asked !== null && facts.fate === null;
    const { server } = await keys();
    const receipt = isOpen ? null : await signReceipt(server, ledger.header.id, facts);
    const { id: match } = ledger.header;
    await this.session.receive({
      type: 'pong',
      now,
      match,
      ...(receipt && { receipt }),
      ...(ping.id && { id: ping.id }),
    });
  }

  /** Takes the events that the device has sent since the last call. */
  acts(): SignedEvent[] {
    const acts = this.sent.splice(0).filter((message) => message.type === 'act');
    return acts.map(({ event }) => event as SignedEvent);
  }

  /** Decides and waits until the decision is handled. */
  async decide(...decision: Parameters<LiveMatch['decide']>): Promise<void> {
    this.session.decide(...decision);
    await this.session.idle();
  }

  drop(type: Outgoing['type']): void {
    this.sent.splice(0, this.sent.length, ...this.sent.filter((message) => message.type !== type));
  }
}

type Ping = Extract<Outgoing, { readonly type: 'ping' }> & { readonly id?: string };

/** Runs the honest table and the device until the device has a decision to make. */
export async function goOn(table: Table, device: Device): Promise<void> {
  for (;;) {
    const [act] = device.acts();
    const due = act ?? (await table.due());
    if (!due) return;
    await device.event(await table.accept(due));
  }
}

/** Like `goOn`, but the device also rolls and plays at the first choice until `done`. */
export async function playUntil(table: Table, device: Device, done: () => boolean): Promise<void> {
  await goOn(table, device);
  while (!done()) {
    const { actions } = device.view.options;
    if (actions.includes('roll')) await device.decide({ type: 'roll' });
    else if (actions.includes('play')) await device.decide({ type: 'play', hops: table.firstPlay() });
    else throw new Error(`nothing to decide: ${JSON.stringify(device.view.halted ?? device.view.refused)}`);
    await goOn(table, device);
  }
}
