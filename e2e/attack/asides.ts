import { decodeServer, type ServerMessage, type ServerMessageOf, type ServerType } from '@anchor/wire';
import { generateKey, type Key, Ledger, originOf, Seat, type SignedEvent, signEvent, signIdentify } from 'bg-record';
import { WebSocket } from 'ws';
import { decide, type Policy } from '../kit/policy.ts';

/** How one player tries to keep the decisions of the other out. */
interface AsideAttack {
  /** The address of the server, `http://…`. */
  readonly url: string;
  /** Time from the honest player to the server and back. The opponent's frames are not delayed. */
  readonly roundTripMs: number;
  /** While the honest player has to act, the opponent sends a `sit` at this interval. Null for none. */
  readonly sitMs: number | null;
  /** The same for resignations out of turn and claims of an absence that was not announced, which the server declares void. */
  readonly illegalMs: number | null;
  /** The honest player thinks so long before each roll and play. */
  readonly thinkMs: number;
  /** Number of decisions after which the attack ends. */
  readonly decisions: number;
  /** The attack ends after this time at the latest. */
  readonly limitMs: number;
}

export interface AsideOutcome {
  /** The largest number of times that the honest player had to sign one event again. */
  readonly displacements: number;
  /** True if the honest player has made all decisions, or the match was played to its end. */
  readonly finished: boolean;
  /** True if the honest player lost on time. */
  readonly lostOnTime: boolean;
  /** Number of asides that the server has stored. */
  readonly asides: number;
}

const POLICY: Policy = { random: () => 0.5, double: 0, take: 1 };
const ASIDES: ReadonlySet<string> = new Set(['sit', 'present', 'absent', 'claim', 'holiday', 'void', 'resume']);

function isOf<Type extends ServerType>(message: ServerMessage, type: Type): message is ServerMessageOf<Type> {
  return message.type === type;
}

/** A player who keeps a ledger, acts when it has to, and signs again at once what an aside displaces. */
class Player {
  readonly key: Key;
  ledger: Ledger | null = null;
  seat: Seat | null = null;
  /** For each of this player's events how often it had to be signed again. */
  readonly displaced: number[] = [];
  decisions = 0;
  readonly #socket: WebSocket;
  readonly #delayMs: number;
  readonly #thinkMs: number;
  readonly #origin: string;
  /** Each takes the message that it waits for and returns true. */
  readonly #waiting: ((message: ServerMessage) => boolean)[] = [];
  #reading: Promise<void> = Promise.resolve();
  #inFlight: SignedEvent | null = null;
  #times = 0;
  /** The number of events for which a decision is under consideration. */
  #thinksAt = -1;

  constructor(key: Key, url: string, { delayMs, thinkMs }: { readonly delayMs: number; readonly thinkMs: number }) {
    this.key = key;
    this.#delayMs = delayMs;
    this.#thinkMs = thinkMs;
    this.#origin = originOf(url) ?? '';
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    this.#socket.on('error', () => undefined);
    this.#socket.on('message', (data) => {
      setTimeout(() => {
        this.#reading = this.#reading.then(() => this.#read(String(data)));
      }, this.#delayMs);
    });
  }

  /** How often the event in flight has been signed again so far. */
  get inFlightTimes(): number {
    return this.#times;
  }

  send(message: object): void {
    setTimeout(() => {
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    }, this.#delayMs);
  }

  /** Resolves to the next message of this type. */
  expect<Type extends ServerType>(type: Type): Promise<ServerMessageOf<Type>> {
    return new Promise((resolve) => {
      const take = (message: ServerMessage) => {
        if (isOf(message, type)) resolve(message);
        return message.type === type;
      };
      this.#waiting.push(take);
    });
  }

  act(event: SignedEvent): void {
    if (this.ledger) this.send({ type: 'act', match: this.ledger.header.id, event });
  }

  close(): void {
    this.#socket.terminate();
  }

  async #read(text: string): Promise<void> {
    const decoded = decodeServer(text);
    if (!decoded.ok) throw new Error(decoded.message);
    const message = decoded.value;
    if (message.type === 'hello') {
      const { challenge, server } = message;
      const sig = await signIdentify(this.key, { challenge, origin: this.#origin, server });
      this.send({ type: 'identify', pub: this.key.pub, origin: this.#origin, sig });
    } else if (message.type === 'match' && message.seat !== null) {
      this.ledger = new Ledger(message.header);
      this.seat = new Seat(this.key, message.header, message.seat);
      await this.ledger.appendAll(message.events);
      await this.#goOn();
    } else if (message.type === 'event' && message.event.n === this.ledger?.length) {
      const appended = await this.ledger.append(message.event);
      if (!appended.ok) throw new Error(`${appended.code}: ${appended.message}`);
      await this.#took(message.event.sig, ASIDES.has(message.event.type));
    }
    const at = this.#waiting.findIndex((take) => take(message));
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  async #took(sig: string, isAside: boolean): Promise<void> {
    const inFlight = this.#inFlight;
    if (!inFlight) return isAside ? undefined : this.#goOn();
    if (inFlight.sig !== sig && isAside) return this.#again(inFlight);
    this.displaced.push(this.#times);
    if (inFlight.type !== 'commit' && inFlight.type !== 'reveal') this.decisions += 1;
    this.#inFlight = null;
    this.#times = 0;
    await this.#goOn();
  }

  async #again({ sig: _sig, ...event }: SignedEvent): Promise<void> {
    const { ledger } = this;
    if (!ledger) return;
    this.#times += 1;
    this.#inFlight = await signEvent({ ...event, n: ledger.length, prev: ledger.head }, this.key);
    this.act(this.#inFlight);
  }

  /** Acts if this player has to, after a while if it is a decision. */
  async #goOn(): Promise<void> {
    const { ledger, seat } = this;
    if (!ledger || !seat || ledger.expects.party !== seat.player || this.#thinksAt === ledger.length) return;
    const { types } = ledger.expects;
    if (types.includes('commit') || types.includes('reveal')) return this.#decide(ledger, seat);
    this.#thinksAt = ledger.length;
    setTimeout(() => {
      this.#reading = this.#reading.then(() => this.#decide(ledger, seat));
    }, this.#thinkMs);
  }

  async #decide(ledger: Ledger, seat: Seat): Promise<void> {
    this.#inFlight = await decide(POLICY, ledger, seat);
    this.act(this.#inFlight);
  }
}

/** Has one honest player, whose frames are delayed, play against an opponent who sends asides, in a fast match to one point. */
export async function holdUpByAsides(attack: AsideAttack): Promise<AsideOutcome> {
  const { url, roundTripMs, thinkMs, sitMs, illegalMs } = attack;
  const honest = new Player(await generateKey(), url, { delayMs: roundTripMs / 2, thinkMs });
  const hostile = new Player(await generateKey(), url, { delayMs: 0, thinkMs: 0 });
  const timers: NodeJS.Timeout[] = [];
  try {
    await Promise.all([honest.expect('identified'), hostile.expect('identified')]);
    const invited = honest.expect('invited');
    honest.send({ type: 'invite', length: 1, rated: false, clock: 'fast' });
    const { code } = await invited;
    const seated = honest.expect('match');
    hostile.send({ type: 'join', code });
    await seated;
    const attackNow = async (make: (ledger: Ledger, seat: Seat) => Promise<SignedEvent>) => {
      const { ledger, seat } = hostile;
      if (ledger?.state.hasRolled && seat && ledger.expects.party === honest.seat?.player)
        hostile.act(await make(ledger, seat));
    };
    const sit = (ledger: Ledger, seat: Seat) => seat.sit(ledger);
    let tries = 0;
    const illegal = (ledger: Ledger, seat: Seat) => {
      tries += 1;
      return tries % 2 === 0 ? seat.claim(ledger) : seat.resign(ledger, 1);
    };
    if (sitMs !== null) timers.push(setInterval(() => void attackNow(sit), sitMs));
    if (illegalMs !== null) timers.push(setInterval(() => void attackNow(illegal), illegalMs));
    await ending(honest, attack);
    return outcomeOf(honest, attack);
  } finally {
    for (const timer of timers) clearInterval(timer);
    honest.close();
    hostile.close();
  }
}

/** Resolves when the honest player has made its decisions, the match is over, or the time is up. */
function ending(honest: Player, { decisions, limitMs }: AsideAttack): Promise<void> {
  const until = performance.now() + limitMs;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      const isOver = honest.ledger?.state.result || honest.decisions >= decisions || performance.now() >= until;
      if (!isOver) return;
      clearInterval(look);
      resolve();
    }, 50);
  });
}

function outcomeOf(honest: Player, { decisions }: AsideAttack): AsideOutcome {
  const { ledger, seat } = honest;
  const result = ledger?.state.result ?? null;
  const lostOnTime = result?.reason === 'time' && result.winner !== seat?.player;
  return {
    displacements: Math.max(0, ...honest.displaced, honest.inFlightTimes),
    finished: honest.decisions >= decisions || (result !== null && !lostOnTime),
    lostOnTime,
    asides: ledger?.events.filter(({ type }) => ASIDES.has(type)).length ?? 0,
  };
}
