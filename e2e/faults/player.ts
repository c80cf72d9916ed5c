import { decodeServer, type ServerMessage, type ServerMessageOf, type ServerType } from '@anchor/wire';
import {
  type Aborted,
  eventHash,
  isAside,
  type Key,
  Ledger,
  type MatchEvent,
  mayClaim,
  originOf,
  type Receipt,
  Seat,
  type SignedEvent,
  sentHash,
  signEvent,
  signIdentify,
  verifyReceipt,
} from 'bg-record';
import { WebSocket } from 'ws';
import { decide, type Policy } from '../kit/policy.ts';
import type { Facts } from './facts.ts';

const RECONNECT_MS = 50;
const LOOK_MS = 100;
/** Times without a message after which the player sends `sync`, and closes the connection as dead. */
const ASK_MS = 600;
const DEAD_MS = 4000;

/** The duration of a long thought. */
const THINK_MS = { least: 6_000, most: 14_000 };

/** Probabilities that a player claims an absence at once, and later after up to this time. */
const CLAIMS = { atOnce: 0.6, late: 0.15, lateMs: 6_000 };
/** Probability that a player claims only when the absent opponent is back. The others never claim. */
const CLAIMS_CROSSING = 0.15;
/** Probability that a ping asks again about an event that is in the history, or that another one has displaced. */
const ASKS_AGAIN = 0.1;

/** Probability that a player accepts the opponent whom the lobby has found. */
const ACCEPTS_PAIRING = 0.9;

/** The terms of an invitation or a seek. */
export interface MatchTerms {
  readonly length: number;
  readonly rated: boolean;
  readonly clock: 'fast' | 'normal';
}

const TOO_LATE = ['wrong-number', 'wrong-prev', 'not-stored', 'match-over'];

interface Settings {
  readonly url: string;
  readonly key: Key;
  policy: Policy;
  /** Probability that the player thinks long before a play. */
  thinks: number;
  /** Probability that the player leaves a match before its first roll. Each player leaves only once, because the service bans repeated leavers for a while. */
  leaves: number;
  readonly facts: Facts;
}

/** When a player claims the match because of an absence. */
interface ClaimPlan {
  /** Number of the announcement. */
  readonly n: number;
  /** By the monotonic clock, in milliseconds. */
  at: number;
  /** True if the player waits for the return of the opponent. */
  readonly crosses: boolean;
}

interface Waiting {
  readonly types: readonly ServerType[];
  readonly resolve: (message: ServerMessage | null) => void;
}

/**
 * A player that never gives up. It plays the match in which its key has a seat, verifies every event, notices gaps, silence and
 * lost answers, and always reconnects. It follows docs/realtime.md as a page does: it signs one content for each place,
 * requests a receipt after each of its events, and asks in every ping about an own event that it has not found in the history. It claims
 * some of the matches whose opponent is absent. It complains if the service takes back an event that it has sent.
 */
export class StubbornPlayer {
  readonly settings: Settings;
  ledger: Ledger | null = null;
  /** The match in which the player has a seat, null between matches. */
  match: string | null = null;
  /** False if the lobby has no seek of this player. */
  isSeeking = false;
  #seat: Seat | null = null;
  /** A match with missing pages: its length when it was announced, and the events known before. */
  #loading: { readonly known: readonly MatchEvent[]; readonly length: number } | null = null;
  #socket: WebSocket | null = null;
  #openedAt = performance.now();
  #heardAt = performance.now();
  #askedAt = 0;
  #work: Promise<void> = Promise.resolve();
  #waiting: Waiting[] = [];
  /** The newest decision that this player signed in this match. */
  #mark: SignedEvent | null = null;
  /** The newest claim that this player signed in this match. */
  #claimed: SignedEvent | null = null;
  #claimPlan: ClaimPlan | null = null;
  /** True if the player will leave this match; decided at random at its start. */
  #isLeaving = false;
  #hasLeft = false;
  /** The number of rolls for which the thinking time was decided, and the end of that time. */
  #thought: { readonly rolls: number; readonly until: number } | null = null;
  readonly #ended = new Set<string>();
  /** Number of events sent, and the newest refusal of one, for the report of a run that is stuck. */
  #acts = 0;
  #refusal = 'none';
  #depart: () => void = () => undefined;
  #isAway = true;
  /** True if the present connection has proved the key. */
  #isIdentified = false;
  readonly #timer: NodeJS.Timeout;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  get pub(): string {
    return this.settings.key.pub;
  }

  come(): void {
    this.#isAway = false;
    this.#open();
  }

  /** Disconnects without a close frame. */
  go(): void {
    this.#isAway = true;
    this.#socket?.terminate();
  }

  /** Opens a new connection, as a user reloads a page that seems stuck. The service then reports the match of the key. */
  reload(): void {
    this.#socket?.terminate();
  }

  end(): void {
    clearInterval(this.#timer);
    this.go();
  }

  /** Describes the player's state, for the report of a run that is stuck. */
  toString(): string {
    const waits = this.ledger
      ? `event ${this.ledger.length}, ${this.ledger.expects.types} of ${this.ledger.expects.party}`
      : '';
    const quietMs = Math.round(performance.now() - this.#heardAt);
    const who = `${this.pub.slice(0, 4)} in ${this.match} seat ${this.#seat?.player}`;
    return `${who} ${waits}, quiet for ${quietMs} ms, ${this.#acts} acts, last refusal ${this.#refusal}`;
  }

  /** Returns the first answer of one of these types or of type `error`, or null after a timeout. Waits until the key is proved. */
  async ask(message: object, types: readonly ServerType[]): Promise<ServerMessage | null> {
    if (!this.#isIdentified) await this.#next(['identified']);
    const answer = this.#next(types);
    this.#send(message);
    return answer;
  }

  /** Asks for an opponent. Returns the handle of the seek, or null if it was not acknowledged. */
  async seek(terms: MatchTerms): Promise<string | null> {
    this.isSeeking = true;
    const answer = await this.ask({ type: 'seek', ...terms }, ['seeking']);
    return answer?.type === 'seeking' ? answer.seek : null;
  }

  /** Withdraws the seek. Returns true if that was acknowledged. */
  async unseek(): Promise<boolean> {
    return (await this.ask({ type: 'unseek' }, ['unsought']))?.type === 'unsought';
  }

  /** Asks on a new connection if this key has a seat in a match. Returns true also after a timeout. */
  async isSeated(): Promise<boolean> {
    this.reload();
    const answer = await this.#next(['identified']);
    return answer?.type !== 'identified' || answer.match !== null;
  }

  #next(types: readonly ServerType[]): Promise<ServerMessage | null> {
    return new Promise((resolve) => {
      const waiting = { types: [...types, 'error' as const], resolve };
      this.#waiting.push(waiting);
      setTimeout(() => {
        if (!this.#waiting.includes(waiting)) return;
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        this.reload();
        resolve(null);
      }, DEAD_MS);
    });
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    const socket = new WebSocket(`${this.settings.url.replace(/^http/, 'ws')}/ws`);
    this.#socket = socket;
    this.#isIdentified = false;
    this.#openedAt = performance.now();
    this.#heardAt = this.#openedAt;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#depart();
      if (this.#socket !== socket) return;
      this.#isIdentified = false;
      setTimeout(() => this.#isAway || this.#socket !== socket || this.#open(), RECONNECT_MS);
    });
    socket.on('message', (data) => {
      this.#heardAt = performance.now();
      const text = String(data);
      this.#work = this.#work.then(() => (this.#socket === socket ? this.#receive(text) : undefined));
    });
  }

  #look(): void {
    const quietMs = performance.now() - this.#heardAt;
    if (this.#isAway) return;
    if (quietMs > DEAD_MS) this.#socket?.terminate();
    else if (quietMs > ASK_MS && performance.now() - this.#askedAt > ASK_MS) this.#sync();
  }

  #sync(): void {
    this.#askedAt = performance.now();
    if (this.match !== null)
      this.#send({ type: 'sync', id: this.match, match: this.match, from: this.ledger?.length ?? 0 });
    this.#ping();
  }

  /** Asks for a receipt, and about an own event that may be missing from the history. The id of the ping is the hash of that event. */
  #ping(): void {
    const { match } = this;
    const event = this.#pending();
    const about = match === null || event === null ? {} : { id: sentHash(event), event };
    this.#send({ type: 'ping', ...(match !== null && { match }), ...about });
  }

  /** An own event that the history does not have, as far as it is known here. Sometimes another one. */
  #pending(): SignedEvent | null {
    const length = this.ledger?.length ?? 0;
    const own = [this.#claimed, this.#mark].flatMap((event) => event ?? []);
    const again = this.settings.policy.random() < ASKS_AGAIN ? own.at(-1) : null;
    return own.find(({ n }) => n >= length) ?? again ?? null;
  }

  async #receive(text: string): Promise<void> {
    const decoded = decodeServer(text);
    if (!decoded.ok) return this.settings.facts.complain(`undecodable frame: ${decoded.message}`);
    const message = decoded.value;
    await this.#handle(message);
    const at = this.#waiting.findIndex(({ types }) => types.includes(message.type));
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.resolve(message);
  }

  async #handle(message: ServerMessage): Promise<void> {
    if (message.type === 'hello') await this.#identify(message);
    else if (message.type === 'identified') this.#identified(message);
    else if (message.type === 'match') await this.#load(message);
    else if (message.type === 'event') await this.#take(message.match, [message.event]);
    else if (message.type === 'events') await this.#page(message);
    else if (message.type === 'rejected') this.#rejected(message);
    else if (message.type === 'finished') this.#finish(message);
    else if (message.type === 'pong') await this.#ponged(message);
    else if (message.type === 'presence') await this.#seen(message);
    else if (message.type === 'aborted') this.#aborted(message.match, { isTold: true, proof: message.proof ?? null });
    else if (message.type === 'pairing') this.#decidePairing(message);
    else if (message.type === 'unsought') this.isSeeking = false;
    else if (message.type === 'error') this.#trouble(message);
  }

  async #identify({ challenge, server }: ServerMessageOf<'hello'>): Promise<void> {
    const { key } = this.settings;
    const origin = originOf(this.settings.url) ?? '';
    const sig = await signIdentify(key, { challenge, origin, server });
    this.#send({ type: 'identify', pub: key.pub, origin, sig });
  }

  #identified({ match }: ServerMessageOf<'identified'>): void {
    this.#isIdentified = true;
    this.#depart();
    this.#depart = this.settings.facts.arrive(this.pub);
    // The known match has ended in the meantime, or was never created.
    if (this.match !== null && match !== this.match) this.#sync();
  }

  #decidePairing({ pairing }: ServerMessageOf<'pairing'>): void {
    const accepts = this.settings.policy.random() < ACCEPTS_PAIRING;
    this.#send({ type: accepts ? 'accept-pairing' : 'decline-pairing', pairing });
  }

  /** A match that `sync` no longer finds was aborted. A server that wants a key again has not received the identification: begin anew. */
  #trouble({ code, id }: ServerMessageOf<'error'>): void {
    this.#refusal = code;
    if (code === 'identify-first' && performance.now() - this.#openedAt > DEAD_MS) this.reload();
    if (code === 'not-found' && typeof id === 'string') this.#aborted(id, { isTold: false, proof: null });
  }

  /** An event may be refused only because another one came first or because it could not be stored. */
  #rejected({ match, n, code, message }: ServerMessageOf<'rejected'>): void {
    this.#refusal = `${n} of ${match}: ${code}`;
    if (!TOO_LATE.includes(code))
      this.settings.facts.complain(`event ${n} of ${match} was refused: ${code}: ${message}`);
    this.#sync();
  }

  async #load({ header, events, length, seat, receipt }: ServerMessageOf<'match'>): Promise<void> {
    if (seat === null || this.#ended.has(header.id)) return;
    this.settings.facts.show(header, this.pub);
    this.isSeeking &&= header.players.some(({ bot }) => bot);
    if (this.match !== header.id) this.#begin();
    const known = this.match === header.id ? (this.ledger?.events ?? []) : [];
    this.match = header.id;
    this.ledger = new Ledger(header);
    this.#seat = new Seat(this.settings.key, header, seat);
    this.#loading = { known, length };
    for (const event of events) await this.#append(event);
    await this.#attest(header.id, receipt);
    await this.#goOn(length);
  }

  /** Prepares for a new match, in which the player has signed nothing. */
  #begin(): void {
    this.#mark = null;
    this.#claimed = null;
    this.#claimPlan = null;
    this.#thought = null;
    this.#isLeaving = !this.#hasLeft && this.settings.policy.random() < this.settings.leaves;
  }

  async #ponged({ id, match, receipt }: ServerMessageOf<'pong'>): Promise<void> {
    if (receipt && receipt.asked !== (id ?? null))
      this.settings.facts.complain(`a receipt for ${receipt.n} events of ${match} names another event than its ping`);
    await this.#attest(match, receipt);
  }

  async #attest(match: string | undefined, receipt: Receipt | undefined): Promise<void> {
    const { facts } = this.settings;
    if (match === undefined || receipt === undefined) return;
    const { server } = facts.shown.get(match) ?? {};
    if (server === undefined || !(await verifyReceipt(server, match, receipt)))
      return facts.complain(`a receipt for ${receipt.n} events of ${match} is not signed by the server of the match`);
    facts.receipt(match, receipt);
  }

  /** Requests missing pages. The player acts only when all are loaded. */
  async #goOn(length: number): Promise<void> {
    if (!this.ledger) return;
    if (this.ledger.length < Math.max(length, this.#loading?.length ?? 0)) return this.#sync();
    if (this.#loading) this.#compare(this.#loading.known, this.ledger.events);
    this.#loading = null;
    await this.#act();
  }

  #compare(known: readonly MatchEvent[], now: readonly MatchEvent[]): void {
    known.forEach((event, n) => {
      const held = now[n];
      if (held && eventHash(held) === eventHash(event)) return;
      this.settings.facts.complain(`event ${n} of ${this.match}, told before, is ${held ? 'another' : 'gone'}`);
    });
  }

  async #page({ match, events, length }: ServerMessageOf<'events'>): Promise<void> {
    if (!this.ledger || match !== this.match) return;
    await this.#take(match, events);
    if (events.length > 0) await this.#goOn(length);
    else await this.#act();
  }

  async #take(match: string, events: readonly MatchEvent[]): Promise<void> {
    if (!this.ledger || match !== this.match) return;
    const before = this.ledger.length;
    for (const event of events) {
      if (event.n > this.ledger.length) return this.#loading ? undefined : this.#sync();
      if (event.n < this.ledger.length) this.settings.facts.event(match, event);
      else await this.#append(event);
    }
    if (this.#loading || this.ledger.length === before) return;
    await this.#act();
    // The server may be storing its next event now. A receipt must not cover that event yet.
    if (this.ledger?.expects.party !== this.#seat?.player) this.#ping();
  }

  async #append(event: MatchEvent): Promise<void> {
    const { ledger } = this;
    const result = await ledger?.append(event);
    if (!ledger || !result) return;
    this.settings.facts.event(ledger.header.id, event);
    if (!result.ok) this.settings.facts.complain(`event ${event.n} of ${ledger.header.id}: ${result.code}`);
  }

  async #act(): Promise<void> {
    const { ledger } = this;
    const seat = this.#seat;
    if (!ledger || !seat) return;
    if (mayClaim(ledger, seat.player)) return this.#claim(ledger, seat);
    if (ledger.expects.party !== seat.player || ledger.expects.types.length === 0) return;
    const { id: match } = ledger.header;
    if (this.#leaves(ledger)) return this.#send({ type: 'leave', match });
    if (this.#isThinking(ledger)) return;
    this.#mark = await this.#choose(ledger, seat);
    this.#submit(match, this.#mark);
  }

  #submit(match: string, event: SignedEvent): void {
    this.#acts += 1;
    this.settings.facts.sign(match, event);
    this.#send({ type: 'act', match, event });
    this.#ping();
  }

  /** Claims the match once it is time to, and again if an aside has taken the place of the claim. */
  async #claim(ledger: Ledger, seat: Seat): Promise<void> {
    const { n } = ledger.events.findLast(({ type }) => type === 'absent') ?? { n: 0 };
    if (this.#claimPlan?.n !== n) this.#claimPlan = this.#planClaim(n);
    if (performance.now() < this.#claimPlan.at) return;
    const claimed = this.#claimed;
    const isSamePlace = claimed?.n === ledger.length && claimed.prev === ledger.head;
    this.#claimed = isSamePlace ? claimed : await seat.claim(ledger);
    this.#submit(ledger.header.id, this.#claimed);
  }

  #planClaim(n: number): ClaimPlan {
    const chance = this.settings.policy.random();
    const now = performance.now();
    if (chance < CLAIMS.atOnce) return { n, at: now, crosses: false };
    if (chance < CLAIMS.atOnce + CLAIMS.late) {
      return { n, at: now + this.settings.policy.random() * CLAIMS.lateMs, crosses: false };
    }
    return { n, at: Number.POSITIVE_INFINITY, crosses: chance < CLAIMS.atOnce + CLAIMS.late + CLAIMS_CROSSING };
  }

  /** An opponent who is back acts at once: a claim that is signed now crosses that event. */
  async #seen({ match, seat, online }: ServerMessageOf<'presence'>): Promise<void> {
    const plan = this.#claimPlan;
    if (match !== this.match || seat === this.#seat?.player || !online || !plan?.crosses) return;
    plan.at = performance.now();
    if (!this.#loading) await this.#act();
  }

  /** Returns true once. If the request or its answer is lost, the player plays on. */
  #leaves({ state }: Ledger): boolean {
    if (!this.#isLeaving || state.hasRolled) return false;
    this.#isLeaving = false;
    this.#hasLeft = true;
    return true;
  }

  /** A player who was announced as absent does not think. */
  #isThinking({ expects, state: { rolls, absent } }: Ledger): boolean {
    const { thinks, policy } = this.settings;
    if (thinks === 0 || absent || !expects.types.includes('play')) return false;
    if (this.#thought?.rolls !== rolls) {
      const ms = THINK_MS.least + policy.random() * (THINK_MS.most - THINK_MS.least);
      this.#thought = { rolls, until: policy.random() < thinks ? performance.now() + ms : 0 };
    }
    return performance.now() < this.#thought.until;
  }

  /** Returns the same bytes again for the same place, the same decision signed again after asides, and otherwise a new decision. */
  async #choose(ledger: Ledger, seat: Seat): Promise<SignedEvent> {
    const mark = this.#mark;
    if (mark?.n === ledger.length && mark.prev === ledger.head) return mark;
    if (!mark || !isOwed(mark, ledger)) return decide(this.settings.policy, ledger, seat);
    const { sig: _sig, ...decision } = mark;
    const place = { n: ledger.length, prev: ledger.head, sent: Date.now() };
    return signEvent({ ...decision, ...place }, this.settings.key);
  }

  #finish({ match, finalHash }: ServerMessageOf<'finished'>): void {
    this.settings.facts.end(match, finalHash);
    this.#leaveTable(match);
  }

  #aborted(match: string, how: { readonly isTold: boolean; readonly proof: Aborted | null }): void {
    const { facts } = this.settings;
    facts.aborted.add(match);
    const isFirst = this.match === match;
    if (isFirst || (how.isTold && this.#ended.has(match))) facts.abort({ match, pub: this.pub, ...how });
    this.#leaveTable(match);
    // The answer shows if the signature is stored.
    if (isFirst && how.isTold) this.#send({ type: 'sync', match, from: 0 });
  }

  #leaveTable(match: string): void {
    this.#ended.add(match);
    if (this.match !== match) return;
    this.match = null;
    this.ledger = null;
  }
}

/** True if only asides took the place of an event, and none of them lets its player decide again. */
function isOwed(mark: SignedEvent, { events }: Ledger): boolean {
  const since = events.slice(mark.n);
  const isFreed = since.some((event) => event.type === 'void' && event.hash === sentHash(mark));
  return since[0]?.prev === mark.prev && since.every(({ type }) => isAside(type)) && !isFreed;
}
