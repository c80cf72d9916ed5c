import { signal } from '@preact/signals';
import { type Header, Ledger, type MatchEvent, type SignedEvent, type Transcript } from 'bg-record';
import type { Player } from 'bg-rules';
import type { Outgoing } from '../../src/session/connection.ts';
import { Hand } from '../../src/session/hand.ts';
import { LiveMatch } from '../../src/session/match-session.ts';
import type { ConnectionStatus } from '../../src/session/types.ts';
import { MemoryStore } from './memory.ts';
import { keys, type Table } from './table.ts';

/** A page with a match, its surroundings as explicit queues. */
export class Device {
  readonly session: LiveMatch;
  readonly store: MemoryStore;
  readonly sent: Outgoing[] = [];
  readonly saved: Transcript[] = [];
  readonly status = signal<ConnectionStatus>('online');

  private constructor(
    header: Header,
    hand: (ledger: Ledger, store: MemoryStore) => Hand | null,
    store: MemoryStore,
    now: () => number,
  ) {
    this.store = store;
    const ledger = new Ledger(header);
    this.session = new LiveMatch(ledger, hand(ledger, store), {
      send: (message) => this.sent.push(message) > 0,
      time: { now, arrival: () => ({ sinceMs: now(), untilMs: now() }) },
      status: this.status,
      store,
      save: (_name, transcript) => this.saved.push(transcript),
      saveFrom: () => undefined,
      useHere: () => undefined,
      rematch: async () => null,
    });
  }

  /** A page that has just been loaded; with the store of an earlier one it is the same device. */
  static async load(table: Table, seat: Player | null, store = new MemoryStore()): Promise<Device> {
    const { players } = await keys();
    const hand = (ledger: Ledger) => (seat === null ? null : new Hand(players[seat], ledger, seat, store));
    return new Device(table.ledger.header, hand, store, () => table.now);
  }

  get view() {
    return this.session.view.value;
  }

  /** Shows the device a whole history. */
  tell(table: Pick<Table, 'ledger'>, events: readonly MatchEvent[] = table.ledger.events): Promise<void> {
    const { header } = table.ledger;
    return this.session.receive({ type: 'match', header, events: [...events], seat: this.session.seat, now: 0 });
  }

  event(event: MatchEvent): Promise<void> {
    return this.session.receive({ type: 'event', match: this.view.id, event });
  }

  /** Takes the events that the device has sent since the last time. */
  acts(): SignedEvent[] {
    const acts = this.sent.splice(0).filter((message) => message.type === 'act');
    return acts.map(({ event }) => event as SignedEvent);
  }

  /** Decides and waits until that is done. */
  async decide(...decision: Parameters<LiveMatch['decide']>): Promise<void> {
    this.session.decide(...decision);
    await this.idle();
  }

  /** Resolves when everything asked for so far is done. */
  idle(): Promise<void> {
    return this.session.receive({ type: 'unwatched', match: this.view.id });
  }
}

/** Lets the honest table and the device go on until the device has something to decide. */
export async function goOn(table: Table, device: Device): Promise<void> {
  for (;;) {
    const [act] = device.acts();
    const due = act ?? (await table.due());
    if (!due) return;
    await device.event(await table.accept(due));
  }
}

/** Like `goOn`, and the device rolls and plays at the first choice until `done`. */
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
