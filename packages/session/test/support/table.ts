import {
  clockPreset,
  FORMAT,
  type Header,
  type Key,
  keyFromSeed,
  Ledger,
  type MatchEvent,
  PROTOCOL,
  Seat,
  ServerSeat,
  type SignedEvent,
} from 'bg-record';
import { legalPlays, opponent, type Player } from 'bg-rules';

/** A page that has verified no public log. */
export const noViews = { own: () => null, compare: async () => undefined };

const CREATED = 1_790_000_000_000;

const seedOf = (byte: number) => new Uint8Array(32).fill(byte);

/** The three parties' keys, the same in every test. */
export async function keys(): Promise<{ readonly server: Key; readonly players: readonly [Key, Key] }> {
  const [server, one, other] = [
    await keyFromSeed(seedOf(1)),
    await keyFromSeed(seedOf(2)),
    await keyFromSeed(seedOf(3)),
  ];
  return { server, players: [one, other] };
}

export async function makeHeader(changes: Partial<Header> = {}): Promise<Header> {
  const { server, players } = await keys();
  const [one, other] = players;
  const length = changes.length ?? 5;
  return {
    format: FORMAT,
    protocol: PROTOCOL,
    id: 'test-match-000001',
    created: CREATED,
    server: server.pub,
    players: [
      { pub: one.pub, name: 'Ada', bot: false, custody: 'own' },
      { pub: other.pub, name: 'Bo', bot: false, custody: 'own' },
    ],
    length,
    rules: { cube: true, crawford: true, jacoby: false, beavers: false },
    clock: clockPreset('normal', length),
    moveMs: changes.clock === null ? 86_400_000 : null,
    absenceMs: 120_000,
    chain: 256,
    rated: true,
    ...changes,
  };
}

/** The server and the opponent, both honest: their data, and their actions on their turn. */
export class Table {
  readonly ledger: Ledger;
  readonly other: Player;
  readonly server: ServerSeat;
  readonly seat: Seat;
  now = CREATED;

  private constructor(header: Header, server: Key, opposite: Key, other: Player) {
    this.ledger = new Ledger(header);
    this.other = other;
    this.server = new ServerSeat(server, header);
    this.seat = new Seat(opposite, header, other);
  }

  /** @param seat the seat of the device under test */
  static async open(seat: Player, changes: Partial<Header> = {}): Promise<Table> {
    const { server, players } = await keys();
    const other = opponent(seat);
    return new Table(await makeHeader(changes), server, players[other], other);
  }

  /** Returns another table with the same beginning, where a second history grows. */
  async fork(length: number): Promise<Table> {
    const { server, players } = await keys();
    const table = new Table(this.ledger.header, server, players[this.other], this.other);
    const { fault } = await table.ledger.appendAll(this.ledger.events.slice(0, length));
    if (fault) throw new Error(fault.message);
    table.now = this.now;
    return table;
  }

  async accept(event: SignedEvent): Promise<MatchEvent> {
    this.now += 1000;
    const appended = await this.ledger.append({ ...event, at: this.now });
    if (!appended.ok) throw new Error(`${event.type}: ${appended.code}, ${appended.message}`);
    return appended.value;
  }

  /** Returns the next event that the device does not send. Returns null if the device must act, or nobody. */
  async due(): Promise<SignedEvent | null> {
    const { ledger, server, seat } = this;
    const { party, types } = ledger.expects;
    const isOurs = party === null || party === this.other;
    const [type] = types;
    if (!isOurs || !type) return null;
    if (party === null) return type === 'commit' ? server.commit(ledger) : server.dice(ledger);
    if (type === 'commit' || type === 'reveal' || type === 'roll') return seat[type](ledger);
    return types.includes('play') ? seat.play(ledger, this.firstPlay()) : seat.take(ledger);
  }

  /** Returns the event which says that the service was down for the last second. */
  resume(): Promise<SignedEvent> {
    return this.server.resume(this.ledger, this.now);
  }

  firstPlay() {
    const { position, dice, turn } = this.ledger.state.match;
    if (!dice || turn === null) throw new Error('there are no dice to play');
    return legalPlays(position, turn, dice)[0]?.hops ?? [];
  }
}
