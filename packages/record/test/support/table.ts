import { legalPlays, type Player } from 'bg-rules';
import { SeededRandom } from '../../../testkit/src/random.ts';
import { keyFromSeed } from '../../src/crypto/ed25519.ts';
import { Ledger } from '../../src/ledger.ts';
import { Seat } from '../../src/seat.ts';
import { ServerSeat } from '../../src/server-seat.ts';
import { signNext } from '../../src/sign-next.ts';
import {
  type EventBody,
  type EventType,
  FORMAT,
  type Header,
  type Key,
  type MatchEvent,
  type Party,
  PROTOCOL,
  type SignedEvent,
} from '../../src/types.ts';

export const CREATED = 1_790_000_000_000;

export interface Table {
  readonly header: Header;
  readonly keys: { readonly server: Key; readonly players: readonly [Key, Key] };
  readonly ledger: Ledger;
  readonly seats: readonly [Seat, Seat];
  readonly server: ServerSeat;
  readonly random: SeededRandom;
  /** The time of the next event. A test may advance it. */
  now: number;
}

const matchRules = { cube: true, crawford: true, jacoby: false, beavers: false };
/** The header of a match with dice in advance. */
export const inAdvance = { clock: null, absenceMs: null, dice: 'advance' } as const;
export const moneyRules = { cube: true, crawford: false, jacoby: true, beavers: true };

/** Returns three parties with seeded keys and nonces and an empty ledger. */
export async function openTable(seed: number, changes: Partial<Header> = {}): Promise<Table> {
  const random = new SeededRandom(seed);
  const randomBytes = (length: number) => random.bytes(length);
  const [server, first, second] = await Promise.all([0, 1, 2].map(() => keyFromSeed(random.bytes(32))));
  const header: Header = {
    format: FORMAT,
    protocol: PROTOCOL,
    id: `test-match-${String(seed).padStart(8, '0')}`,
    created: CREATED,
    server: server!.pub,
    players: [
      { pub: first!.pub, name: 'Ada', bot: false, custody: 'own' },
      { pub: second!.pub, name: 'Søren 🎲', bot: false, custody: 'own' },
    ],
    length: 3,
    rules: matchRules,
    clock: { delayMs: 12_000, reserveMs: 360_000 },
    moveMs: changes.clock === null ? 24 * 3_600_000 : null,
    absenceMs: 90_000,
    chain: 64,
    rated: true,
    ...changes,
  };
  // A test may exchange the players' seats.
  const [zero, one] = header.players[0].pub === second!.pub ? [second!, first!] : [first!, second!];
  const table: { now: number } = { now: CREATED };
  const clock = () => table.now;
  return Object.assign(table, {
    header,
    keys: { server: server!, players: [zero, one] as const },
    ledger: new Ledger(header),
    seats: [new Seat(zero, header, 0, randomBytes, clock), new Seat(one, header, 1, randomBytes, clock)] as const,
    server: new ServerSeat(server!, header, randomBytes),
    random,
  });
}

/** Dates a signed event and appends it. Throws if it is refused. */
export async function accept(table: Table, event: SignedEvent): Promise<MatchEvent> {
  const result = await table.ledger.append({ ...event, at: table.now });
  if (!result.ok) throw new Error(`event ${event.n} (${event.type}): ${result.code}, ${result.message}`);
  return result.value;
}

/** Signs the next event of a type by the expected party. A play is any legal one. */
export function nextEvent(table: Table, type: EventType): Promise<SignedEvent> {
  const { ledger, server, seats } = table;
  const { party } = ledger.expects;
  if (party === null) return type === 'commit' ? server.commit(ledger) : server.dice(ledger);
  return playerEvent(table, seats[party], type);
}

function playerEvent(table: Table, seat: Seat, type: EventType): Promise<SignedEvent> {
  const { ledger, random } = table;
  switch (type) {
    case 'play':
      return seat.play(ledger, somePlay(table, seat.player));
    case 'resign':
      return seat.resign(ledger, random.pick(ledger.state.match.declined[seat.player] === 0 ? [1] : [3]));
    case 'dice':
    case 'holiday':
    case 'absent':
    case 'void':
    case 'resume':
    case 'forfeit':
      throw new Error(`a player cannot send ${type}`);
    default:
      return seat[type](ledger);
  }
}

function somePlay({ ledger, random }: Table, player: Player) {
  const { position, dice } = ledger.state.match;
  if (!dice) throw new Error('there are no dice to play');
  const plays = legalPlays(position, player, dice);
  return plays.length > 0 ? random.pick(plays).hops : [];
}

/** How often each type is chosen if it is one of several. The others are chosen as often as `roll` and `play`. */
const typeWeights: Partial<Record<EventType, number>> = {
  double: 0.15,
  pass: 0.4,
  beaver: 0.2,
  resign: 0.01,
  decline: 0.7,
};

function someType({ ledger, random }: Table): EventType {
  const { types } = ledger.expects;
  const weights = types.map((type) => typeWeights[type] ?? 1);
  let point = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, type] of types.entries()) {
    point -= weights[i]!;
    if (point < 0) return type;
  }
  return types[0]!;
}

/** Plays until the match is over or `until` returns true. Each event comes up to `thinkMs` after the previous one. */
export async function playOn(
  table: Table,
  until: (table: Table) => boolean = () => false,
  thinkMs = 9_000,
): Promise<Table> {
  while (!table.ledger.state.result && !until(table)) {
    await accept(table, await nextEvent(table, someType(table)));
    table.now += table.random.below(thinkMs);
  }
  return table;
}

/** Appends the next event of a type by the expected party. */
export async function step(table: Table, ...types: readonly EventType[]): Promise<Table> {
  for (const type of types) await accept(table, await nextEvent(table, type));
  return table;
}

/** Signs any body as the next event of any party, valid or not. */
export function signAs({ ledger, keys, now }: Table, party: Party, body: EventBody): Promise<SignedEvent> {
  if (party === null) return signNext(ledger, { party, key: keys.server, body });
  return signNext(ledger, { party, key: keys.players[party], body, sent: now });
}

/** Returns a table after the three commits. */
export async function committedTable(seed: number, changes: Partial<Header> = {}): Promise<Table> {
  return step(await openTable(seed, changes), 'commit', 'commit', 'commit');
}

/** Returns a table at which the first dice that differ must be played. */
export async function openedTable(seed: number, changes: Partial<Header> = {}): Promise<Table> {
  return playOn(await openTable(seed, changes), ({ ledger }) => ledger.state.match.phase === 'play', 0);
}

/** Returns a table at which the second player to move may roll or double. */
export async function movedTable(seed: number, changes: Partial<Header> = {}): Promise<Table> {
  return step(await openedTable(seed, changes), 'play');
}
