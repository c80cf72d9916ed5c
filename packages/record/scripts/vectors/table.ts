import { type Hop, legalPlays, type Play, type Player, pipCount } from 'bg-rules';
import { closeRecord } from '../../src/closing.ts';
import { keyFromSeed } from '../../src/crypto/ed25519.ts';
import { hmacSha256, sha256 } from '../../src/crypto/hash.ts';
import { Ledger } from '../../src/ledger.ts';
import { type ByParty, partyIndex } from '../../src/ledger-state.ts';
import { firstChainOf } from '../../src/own-chain.ts';
import { Seat } from '../../src/seat.ts';
import { ServerSeat } from '../../src/server-seat.ts';
import { signNext } from '../../src/sign-next.ts';
import {
  type EventType,
  FORMAT,
  type Header,
  type Key,
  type MatchRecord,
  PROTOCOL,
  type SignedEvent,
  type View,
} from '../../src/types.ts';

export const CREATED = 1_767_225_600_000;

export interface Keys {
  readonly server: Key;
  readonly players: readonly [Key, Key];
}

/** A finished match together with its keys, so that it can be forged. */
export interface Made {
  readonly record: MatchRecord;
  readonly keys: Keys;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/**
 * Keys that anyone can derive: the seed is the SHA-256 of a sentence. They sign vectors and must never be
 * used for anything else.
 */
export async function vectorKeys(): Promise<Keys> {
  const key = (who: string) => keyFromSeed(sha256(utf8(`bg-record vectors: ${who}`)));
  return { server: await key('server'), players: [await key('player 0'), await key('player 1')] };
}

/** Returns a deterministic source of bytes, derived from a label. Vectors take their nonces from it. */
function seededBytes(label: string): (length: number) => Uint8Array {
  let counter = 0;
  return (length) => hmacSha256(utf8(label), utf8(String(counter++))).slice(0, length);
}

const DAY_MS = 24 * 3_600_000;
/** A player signs this long after the previous event, by the player's clock. */
const THINK_MS = 2_000;

const MATCH_RULES = { cube: true, crawford: true, jacoby: false, beavers: false };
export const MONEY_RULES = { cube: true, crawford: false, jacoby: false, beavers: true };

export function headerOf(id: string, keys: Keys, changes: Partial<Header> = {}): Header {
  return {
    format: FORMAT,
    protocol: PROTOCOL,
    id: id.padEnd(20, '-'),
    created: CREATED,
    server: keys.server.pub,
    players: [
      { pub: keys.players[0].pub, name: 'Ann', bot: false, custody: 'own' },
      { pub: keys.players[1].pub, name: 'Bob', bot: false, custody: 'own' },
    ],
    length: 1,
    rules: MATCH_RULES,
    clock: null,
    moveMs: changes.clock ? null : DAY_MS,
    absenceMs: 90_000,
    chain: 64,
    rated: true,
    ...changes,
  };
}

/** Returns the header with the chain of player 1 named in it. */
export function openingFor(header: Header, keys: Keys): Header {
  const random = seededBytes(`${header.id} first chain`);
  return { ...header, firstChain: firstChainOf(keys.players[1], header, random) };
}

/** Selects one of the legal plays. */
export type Choice = (plays: readonly Play[], player: Player) => Play | undefined;

/** Avoids hitting and runs home, so that games are short. */
const peacefully: Choice = (plays, player) => {
  const opponentPips = (play: Play) => pipCount(play.position, player === 0 ? 1 : 0);
  return [...plays].sort((a, b) => opponentPips(a) - opponentPips(b) || (order(a) < order(b) ? -1 : 1))[0];
};

/** Hits whenever it can, so that checkers land on the bar. */
export const fiercely: Choice = (plays, player) => {
  const opponentPips = (play: Play) => pipCount(play.position, player === 0 ? 1 : 0);
  return [...plays].sort((a, b) => opponentPips(b) - opponentPips(a) || (order(a) < order(b) ? -1 : 1))[0];
};

/** Takes the middle play of the list, which leads to blocked positions. */
export const aimlessly: Choice = (plays) => plays[plays.length >> 1];

const order = ({ hops }: Play) => JSON.stringify(hops);

/**
 * Two players and a server in a match. Each event comes three seconds after the previous one, unless the
 * caller says otherwise.
 */
export class Table {
  readonly header: Header;
  readonly keys: Keys;
  readonly ledger: Ledger;
  readonly seats: readonly [Seat, Seat];
  readonly server: ServerSeat;
  /** The views of the log that the parties state in their commits, in a match whose header names a log. */
  views: ByParty<View | null> = [null, null, null];
  #now: number;

  constructor(header: Header, keys: Keys) {
    const random = seededBytes(header.id);
    this.header = header;
    this.keys = keys;
    this.ledger = new Ledger(header);
    this.#now = header.created;
    const playersClock = () => this.#now + THINK_MS;
    this.seats = [
      new Seat(keys.players[0], header, 0, random, playersClock),
      new Seat(keys.players[1], header, 1, random, playersClock),
    ];
    this.server = new ServerSeat(keys.server, header, random);
  }

  get match() {
    return this.ledger.state.match;
  }

  /** The player who must act. */
  get actor(): Player {
    const { party } = this.ledger.expects;
    if (party === null) throw new Error('the server must act');
    return party;
  }

  /** Signs the next event of a type by the party to act, without appending it. */
  event(type: EventType): Promise<SignedEvent> {
    return this.#event(type, peacefully);
  }

  /** The server's `void` of any hash. */
  voidOf(hash: string): Promise<SignedEvent> {
    return signNext(this.ledger, { party: null, key: this.keys.server, body: { type: 'void', hash } });
  }

  /** Lets time pass before the next event is signed. */
  wait(ms: number): void {
    this.#now += ms;
  }

  async append(event: SignedEvent, afterMs = 3000): Promise<void> {
    this.#now += afterMs;
    const result = await this.ledger.append({ ...event, at: this.#now });
    if (!result.ok) throw new Error(`event ${event.n} (${event.type}): ${result.code}, ${result.message}`);
  }

  /** The party to act sends these events in order. `resign` is followed by its points. */
  async send(...types: (EventType | `resign ${1 | 2 | 3}`)[]): Promise<this> {
    for (const type of types) await this.append(await this.#event(type, peacefully));
    return this;
  }

  /** Plays every step that has no alternative, until a player may roll, double or resign. */
  async playForced(): Promise<this> {
    while (this.#forced) await this.append(await this.#event(this.#forced, peacefully));
    return this;
  }

  /** Begins a game: commits if commits are due, and rolls until the dice differ. */
  async open(): Promise<this> {
    await this.playForced();
    while (this.match.turn === null) await (await this.send('roll')).playForced();
    return this;
  }

  /** Plays whole turns, roll and play, until `count` turns are over or the match ends. */
  async turns(count: number, choice: Choice = peacefully): Promise<this> {
    for (let done = 0; done < count && !this.ledger.state.result; done++) {
      const plays = this.#turnsPlayed;
      while (this.#turnsPlayed === plays) await this.append(await this.#event(this.#usual, choice));
      await this.playForced();
    }
    return this;
  }

  async close(): Promise<Made> {
    return { record: await closeRecord(this.ledger, this.keys.server), keys: this.keys };
  }

  get #turnsPlayed(): number {
    return this.ledger.events.filter(({ type }) => type === 'play').length;
  }

  get #forced(): EventType | undefined {
    const { types } = this.ledger.expects;
    return types.find((type) => type === 'commit' || type === 'reveal' || type === 'dice');
  }

  /** The default event of a player who does not use the cube. */
  get #usual(): EventType {
    return this.#forced ?? this.ledger.expects.types[0]!;
  }

  #event(type: EventType | `resign ${1 | 2 | 3}`, choice: Choice): Promise<SignedEvent> {
    const { party } = this.ledger.expects;
    const view = this.views[partyIndex(party)];
    if (party === null)
      return type === 'commit' ? this.server.commit(this.ledger, view) : this.server.dice(this.ledger);
    const seat = this.seats[party];
    if (type === 'commit') return seat.commit(this.ledger, view);
    if (type === 'play') return seat.play(this.ledger, this.#hops(party, choice));
    if (type.startsWith('resign')) return seat.resign(this.ledger, Number(type.slice(-1)));
    return this.#simple(seat, type);
  }

  #simple(seat: Seat, type: string): Promise<SignedEvent> {
    switch (type) {
      case 'roll':
      case 'reveal':
      case 'double':
      case 'take':
      case 'pass':
      case 'beaver':
      case 'accept':
      case 'decline':
        return seat[type](this.ledger);
      default:
        throw new Error(`a player cannot send ${type}`);
    }
  }

  #hops(player: Player, choice: Choice): readonly Hop[] {
    const { position, dice } = this.match;
    return choice(legalPlays(position, player, dice!), player)?.hops ?? [];
  }
}
