import {
  claimDueAt,
  type Fate,
  type Header,
  headerHash,
  type Key,
  Ledger,
  type MatchEvent,
  needsClaim,
  type Receipt,
  Seat,
  ServerSeat,
  type SignedEvent,
  sentHash,
  signAborted,
  signEvent,
  signReceipt,
} from 'bg-record';
import { legalPlays, opponent, type Player } from 'bg-rules';
import type { Outgoing } from '../../src/connection/connection.ts';
import { honestFate, signedEventOf } from '../support/fate.ts';
import type { FarEnd, Page } from './page.ts';
import type { Tree } from './tree.ts';
import type { World } from './world.ts';

/** Actions of a server that an honest server never takes. */
export const LIES = [
  // when a page sends an event
  'reject',
  'swallow',
  'silent',
  'displace',
  'void',
  'hold',
  'ahead',
  // when a page sends an event: the server drops it for good, and answers the pings with it in this way
  'deny',
  'dodge',
  'unstored',
  'no-answer',
  'mute-event',
  // when a page sends a ping
  'mute',
  'other-head',
  'forged-receipt',
  'ahead-receipt',
  'old-receipt',
  // at any time
  'cut',
  'drop-event',
  'absent',
  'forfeit',
  'forfeit-ahead',
  'abort',
  'resume',
  'chain-gaps',
  'invent-claim',
  'stale',
  'fork',
  'other-date',
  'reload',
  'second-device',
  'first-device',
] as const;
/** `short-absence` is a lie of the header. */
export type Lie = (typeof LIES)[number] | 'short-absence';

/** The ways in which a server drops an event for good. */
type Drop = 'deny' | 'dodge' | 'unstored' | 'no-answer' | 'mute-event';
const DROPS: readonly Drop[] = ['deny', 'dodge', 'unstored', 'no-answer', 'mute-event'];

/** The probability of each lie when there is an occasion for it. */
export type Plan = Readonly<Partial<Record<Lie, number>>>;

const NOT_ASKED: Pick<Receipt, 'asked' | 'fate'> = { asked: null, fate: null };

interface LiarParts {
  readonly world: World;
  readonly header: Header;
  readonly keys: { readonly server: Key; readonly players: readonly [Key, Key] };
  readonly plan: Plan;
  readonly tree: Tree;
  /** The seat that the server plays itself, with that player's key. Null if both players are honest. */
  readonly colluder: Player | null;
  /** True if a lie may still be told. */
  readonly log: string[];
}

interface Branch {
  readonly name: string;
  readonly ledger: Ledger;
  readonly server: ServerSeat;
  readonly colluder: Seat | null;
  stopWatching: () => void;
}

const ANNOUNCE_MS = 10_000;
const GRACE_MS = 60_000;
/** A process that cannot store closes its connections after this time. */
const UNSTORED_MS = 10_000;
/** A process is expired so long after its last heartbeat, which is at most HEARTBEAT_MS old when it dies. */
const HEARTBEAT_MS = 4_000;

/** A simulated server. It is honest if its plan is empty, and otherwise lies at random. */
export class Liar implements FarEnd {
  readonly branches: Branch[] = [];
  readonly devices: readonly [Page[], Page[]] = [[], []];
  /** Adds another device of the same player. */
  bring: (seat: Player) => Page | null = () => null;
  /** Set once a match was called off or its end was announced. */
  isOver = false;
  /** The speed of the server's clock relative to the world's. */
  rate = 1;
  readonly #parts: LiarParts;
  readonly #online: [Page | null, Page | null] = [null, null];
  readonly #away: [number | null, number | null];
  /** The events that were dropped for good, by hash. */
  readonly #dropped = new Map<string, Drop>();
  /** The reasons that the server gives for dropped events, by hash. */
  readonly #denials = new Map<string, Fate>();
  /** The signatures of events that wait. */
  readonly #waiting = new Set<string>();
  readonly #branchOf = new Map<Page, Branch>();
  readonly #held: { page: Page; event: SignedEvent }[] = [];
  readonly #began: number;
  #lastNow = 0;
  #downUntil = 0;
  /** Until then nothing can be stored and no receipt is signed, while the connections stay open. */
  #silentUntil = 0;
  /** Until then the server answers no ping. */
  #mutedUntil = 0;
  /** How far the clock of the present process is ahead. */
  #skewMs = 0;
  #graceUntil = 0;
  #forks = 0;

  constructor(parts: LiarParts) {
    this.#parts = parts;
    this.#began = parts.world.now;
    this.#away = [parts.world.now, parts.world.now];
  }

  async start(): Promise<void> {
    const main = await this.#branch('main', []);
    await this.#serve(main);
    if (Object.keys(this.#parts.plan).length > 0) this.#scheme();
  }

  /** Kills the service, which comes back after a while. */
  restart(downMs: number): void {
    const { world } = this.#parts;
    if (world.now < this.#downUntil) return;
    const died = this.now();
    this.#downUntil = world.now + downMs;
    for (const page of [...this.#online]) page?.cut(downMs + world.between(0, 4_000));
    world.after(downMs, async () => {
      this.#away.fill(this.now());
      await this.#takeOver(died);
    });
  }

  /** The process that owns the match dies, and another one takes over. The connections, which are others', stay open. */
  async failOver(downMs: number): Promise<void> {
    const { world } = this.#parts;
    if (world.now < Math.max(this.#downUntil, this.#silentUntil)) return;
    const died = this.now();
    this.#silentUntil = world.now + downMs;
    world.after(downMs, () => this.#takeOver(died));
  }

  /** Nothing can be stored for a while. After some seconds the process closes its connections. */
  failStorage(ms: number): void {
    const { world } = this.#parts;
    if (world.now < Math.max(this.#downUntil, this.#silentUntil)) return;
    const failed = this.now();
    this.#silentUntil = world.now + ms;
    if (ms > UNSTORED_MS)
      world.after(UNSTORED_MS, () => {
        for (const page of [...this.#online]) page?.cut(ms - UNSTORED_MS + world.between(500, 4_000));
      });
    world.after(ms, () => this.#takeOver(failed));
  }

  /** The next process marks the gap since the last heartbeat of the one before. Its clock is up to half a second off. */
  async #takeOver(died: number): Promise<void> {
    const { world } = this.#parts;
    this.#skewMs = world.between(-500, 501);
    this.#lastNow = 0;
    for (const branch of this.branches) {
      if (branch.ledger.state.result || branch.ledger.length === 0) continue;
      this.#lastNow = Math.max(this.#lastNow, branch.ledger.at);
      const since = Math.min(this.now(), Math.max(branch.ledger.at, died - world.between(0, HEARTBEAT_MS)));
      await this.#accept(branch, await branch.server.resume(branch.ledger, since));
      this.#graceUntil = this.now() + GRACE_MS;
      await this.#serve(branch);
    }
  }

  get #canStore(): boolean {
    return this.#parts.world.now >= this.#silentUntil;
  }

  /** The clock never goes back, like an honest server's. */
  now(): number {
    const { world } = this.#parts;
    const told = Math.floor(this.#began + this.#skewMs + (world.now - this.#began) * this.rate);
    this.#lastNow = Math.max(this.#lastNow, told);
    return this.#lastNow;
  }

  async joined(page: Page): Promise<void> {
    const { world } = this.#parts;
    if (world.now < this.#downUntil) return page.cut(world.between(500, 4_000));
    if (!this.#canStore) return page.cut(world.between(500, 4_000));
    const before = this.#online[page.seat];
    if (before && before !== page) before.supersede();
    if (!this.devices[page.seat].includes(page)) this.devices[page.seat].push(page);
    this.#online[page.seat] = page;
    this.#away[page.seat] = null;
    const branch = this.#at(page);
    await this.#show(page, branch);
    if (branch.ledger.state.result) this.#finish(branch, page);
    await this.#serve(branch);
  }

  left(page: Page): void {
    if (this.#online[page.seat] !== page) return;
    this.#online[page.seat] = null;
    this.#away[page.seat] = this.now();
    this.#watch(this.#at(page));
  }

  async hear(page: Page, message: Outgoing & { id?: string }): Promise<void> {
    if (this.#online[page.seat] !== page || this.#parts.world.now < this.#downUntil) return;
    const branch = this.#at(page);
    if (message.type === 'ping') await this.#ping(page, branch, message);
    if (message.type === 'sync') {
      const { id } = branch.ledger.header;
      const events = branch.ledger.events.slice(message.from);
      page.send({ type: 'events', match: id, events: [...events], length: branch.ledger.length, now: this.now() });
      if (branch.ledger.state.result) this.#finish(branch, page);
    }
    if (message.type === 'act') await this.#act(page, branch, signedEventOf(message.event));
  }

  // ---- handling events

  async #act(page: Page, branch: Branch, event: SignedEvent): Promise<void> {
    const { ledger } = branch;
    if (!this.#canStore) return this.#reject(page, event, 'not-stored');
    if (event.n !== ledger.length || event.prev !== ledger.head) return this.#reject(page, event, 'wrong-number');
    if (this.#waits(event)) return;
    const drop = DROPS.find((lie) => this.#lies(lie));
    if (drop) return void this.#dropped.set(sentHash(event), drop);
    if (this.#lies('reject')) {
      this.#dropped.set(sentHash(event), this.#parts.world.pick(DROPS));
      return this.#reject(page, event, this.#parts.world.pick(['wrong-party', 'not-stored', 'bad-signature']));
    }
    if (this.#lies('swallow')) {
      this.#waiting.add(event.sig);
      return void this.#held.push({ page, event });
    }
    if (this.#lies('void')) {
      await this.#accept(branch, await branch.server.void(ledger, event));
      return this.#reject(page, event, 'wrong-party');
    }
    if (this.#lies('displace')) {
      await this.#accept(branch, await this.#aside(branch, page.seat));
      return this.#reject(page, event, 'wrong-number');
    }
    if (this.#lies('hold')) {
      this.#waiting.add(event.sig);
      return void this.#parts.world.after(this.#parts.world.between(5_000, 40_000), () => this.#late(page, event));
    }
    if (this.#lies('silent')) {
      await this.#accept(branch, event, this.now(), []);
      page.cut(500);
      return;
    }
    const aheadMs = this.#lies('ahead') ? this.#parts.world.between(2_000, 55_000) : 0;
    if (this.#lies('other-date')) await this.#fork(ledger.length, event, this.now() + aheadMs + 1);
    await this.#accept(branch, event, this.now() + aheadMs);
    await this.#serve(branch);
  }

  /** True while the server does not decide an event. */
  #waits(event: SignedEvent): boolean {
    return this.#waiting.has(event.sig) || this.#dropped.has(sentHash(event));
  }

  async #late(page: Page, event: SignedEvent): Promise<void> {
    const branch = this.#at(page);
    this.#waiting.delete(event.sig);
    if (event.n !== branch.ledger.length || event.prev !== branch.ledger.head) return;
    await this.#accept(branch, event);
    await this.#serve(branch);
  }

  async #aside(branch: Branch, seat: Player): Promise<SignedEvent> {
    const { ledger, server } = branch;
    const { world } = this.#parts;
    const kinds = ['resume', 'void', ...(ledger.state.absent || ledger.expects.party !== seat ? [] : ['absent'])];
    const kind = world.pick(kinds);
    if (kind === 'absent') return server.absent(ledger, seat);
    if (kind === 'void') return server.void(ledger, ledger.events.at(-1)!);
    const now = this.now();
    return server.resume(ledger, Math.max(ledger.at, now - world.between(0, 20_000)));
  }

  #reject(page: Page, { n }: SignedEvent, code: string): void {
    const { id } = this.#parts.header;
    page.send({ type: 'rejected', match: id, n, code, message: code });
  }

  /** Stores an event and sends it to the pages. Returns false if it does not fit. */
  async #accept(branch: Branch, event: SignedEvent, at = this.now(), told = this.#audience(branch)): Promise<boolean> {
    const { ledger } = branch;
    const prev = ledger.head;
    const appended = await ledger.append({ ...event, at: Math.max(at, ledger.at) });
    if (!appended.ok) {
      this.#parts.log.push(`${branch.name}: could not add ${event.type}: ${appended.code}`);
      return false;
    }
    this.#parts.tree.note(ledger.head, prev, appended.value);
    for (const page of told) {
      if (!this.#lies('drop-event')) page.send({ type: 'event', match: ledger.header.id, event: appended.value });
    }
    if (ledger.state.result) for (const page of told) this.#finish(branch, page);
    return true;
  }

  #audience(branch: Branch): Page[] {
    return this.#online.filter((page) => page !== null).filter((page) => this.#at(page) === branch);
  }

  #finish({ ledger }: Branch, page: Page): void {
    const { result } = ledger.state;
    if (!result) return;
    const { winner, score, reason } = result;
    const { id } = ledger.header;
    this.isOver = true;
    page.send({
      type: 'finished',
      match: id,
      result: { winner, score: [...score] as [number, number], reason },
      record: `/records/${id}.json`,
      finalHash: ledger.head,
      ratings: null,
    });
  }

  // ---- the server's own events

  /** Adds the server's own events, and those of a player who colludes with it. */
  async #serve(branch: Branch): Promise<void> {
    const { ledger, server, colluder } = branch;
    while (!ledger.state.result && ledger.expects.party === null) {
      const isCommit = ledger.expects.types.includes('commit');
      await this.#accept(branch, await (isCommit ? server.commit(ledger) : server.dice(ledger)));
    }
    this.#watch(branch);
    if (ledger.state.result || !colluder) return;
    if (ledger.expects.party !== colluder.player) return this.#claim(branch, colluder);
    const { length } = ledger;
    const automatic = ledger.expects.types.some((type) => type === 'commit' || type === 'reveal');
    const { world } = this.#parts;
    world.after(automatic ? 50 : world.between(300, 6_000), async () => {
      if (ledger.length !== length || ledger.state.result) return;
      await this.#accept(branch, await this.#collude(branch, colluder));
      await this.#serve(branch);
    });
  }

  /** The colluder claims at once, as the rules allow. */
  async #claim(branch: Branch, colluder: Seat): Promise<void> {
    const { ledger } = branch;
    const { absent } = ledger.state;
    if (!absent || absent.seat === colluder.player || absent.claimedAt !== null || !needsClaim(ledger.header)) return;
    await this.#accept(branch, await colluder.claim(ledger));
    this.#watch(branch);
  }

  #collude({ ledger }: Branch, seat: Seat): Promise<SignedEvent> {
    const { types } = ledger.expects;
    const { world } = this.#parts;
    if (types.includes('commit')) return seat.commit(ledger);
    if (types.includes('reveal')) return seat.reveal(ledger);
    if (types.includes('play')) {
      const { position, dice, turn } = ledger.state.match;
      const plays = dice && turn !== null ? legalPlays(position, turn, dice) : [];
      return seat.play(ledger, plays.length > 0 ? world.pick(plays).hops : []);
    }
    if (types.includes('double') && world.chance(0.1)) return seat.double(ledger);
    if (types.includes('roll')) return seat.roll(ledger);
    if (types.includes('take')) return world.chance(0.8) ? seat.take(ledger) : seat.pass(ledger);
    return types.includes('accept') ? seat.decline(ledger) : seat.roll(ledger);
  }

  /** Handles the deadlines of a branch, as an honest server does. */
  #watch(branch: Branch): void {
    branch.stopWatching();
    const due = this.#due(branch);
    if (!due) return;
    branch.stopWatching = this.#parts.world.after(Math.max(1, due.at - this.now()) / this.rate, async () => {
      if (this.isOver || this.#parts.world.now < this.#downUntil) return;
      const again = this.#due(branch);
      if (again && again.at <= this.now()) await again.act();
      else this.#watch(branch);
    });
  }

  #due(branch: Branch): { at: number; act: () => Promise<void> } | null {
    const { ledger, server } = branch;
    const { party, types } = ledger.expects;
    if (ledger.state.result || party === null || this.isOver) return null;
    const automatic = types.includes('commit') || types.includes('reveal');
    const leftAt = this.#parts.colluder === party ? null : this.#away[party];
    const from = Math.max(ledger.at, leftAt ?? 0);
    if (!ledger.state.hasRolled) {
      const isDue = automatic || leftAt !== null;
      return isDue ? { at: from + 60_000, act: () => this.#abort(branch, 'abandonment') } : null;
    }
    const forfeit = (reason: 'time' | 'abandonment') => async () => {
      await this.#accept(branch, await server.forfeit(ledger, party, reason));
    };
    const flagAt = Math.max(ledger.expiresAt ?? Number.POSITIVE_INFINITY, this.#graceUntil);
    const flag = { at: flagAt, act: forfeit('time') };
    const { absent } = ledger.state;
    if (!absent && (automatic || leftAt !== null)) {
      const act = async () => {
        await this.#accept(branch, await server.absent(ledger, party));
        await this.#serve(branch);
      };
      return earlier(flag, { at: from + ANNOUNCE_MS, act });
    }
    const isAbsent = absent && (needsClaim(ledger.header) || automatic || leftAt !== null);
    if (!isAbsent) return flag.at === Number.POSITIVE_INFINITY ? null : flag;
    if (needsClaim(ledger.header)) {
      const dueAt = claimDueAt(ledger.state, ledger.header);
      return dueAt === null ? flag : earlier(flag, { at: dueAt, act: forfeit('abandonment') });
    }
    const lostAt = Math.max(absent.since, leftAt ?? 0) + ledger.header.absenceMs!;
    return earlier(flag, { at: lostAt, act: forfeit('abandonment') });
  }

  async #abort({ ledger }: Branch, reason: string, isSigned = true): Promise<void> {
    const { id } = ledger.header;
    const { server } = this.#parts.keys;
    const proof = await signAborted(server, id, { n: ledger.length, head: ledger.head, reason });
    this.isOver = true;
    for (const page of this.#online) {
      page?.send({ type: 'aborted', match: id, reason, proof: isSigned ? proof : null });
    }
  }

  // ---- signed statements outside the record

  /** The event of a ping is decided first, as if it had come by itself. */
  async #ping(page: Page, branch: Branch, { id, event: sent }: Extract<Outgoing, { type: 'ping' }> & { id?: string }) {
    const event = sent === undefined ? null : signedEventOf(sent);
    const { ledger } = branch;
    if (event && event.n === ledger.length && event.prev === ledger.head && !this.#waits(event) && this.#canStore)
      await this.#act(page, branch, event);
    const drop = event && this.#dropped.get(sentHash(event));
    if (drop === 'mute-event' || this.#lies('mute') || this.#parts.world.now < this.#mutedUntil) return;
    if (drop === 'dodge') await this.#accept(branch, await this.#aside(branch, page.seat));
    const receipt = this.#canStore ? await this.#receipt(branch, event) : null;
    const { id: match } = this.#parts.header;
    page.send({
      type: 'pong',
      now: this.now(),
      match,
      ...(receipt && { receipt }),
      ...(id === undefined ? {} : { id }),
    });
  }

  /** Signs the state of the match, and what has become of an event. Null while that is open. */
  async #receipt({ ledger }: Branch, event: SignedEvent | null): Promise<Receipt | null> {
    const { keys, world, header } = this.#parts;
    const about = event ? await this.#fate(ledger, event) : NOT_ASKED;
    if (!about) return null;
    const say = (n: number, head: string, now = this.now()) =>
      signReceipt(keys.server, header.id, { n, head, ...about, now });
    if (this.#lies('other-head')) return say(ledger.length, 'ab'.repeat(32));
    if (this.#lies('ahead-receipt'))
      return say(ledger.length, ledger.head, this.now() + world.between(10_000, 600_000));
    if (this.#lies('old-receipt')) {
      const n = world.between(0, ledger.length + 1);
      return say(n, n === ledger.length ? ledger.head : (ledger.events[n]?.prev ?? headerHash(header)));
    }
    const honest = await say(ledger.length, ledger.head);
    return this.#lies('forged-receipt') ? { ...honest, now: honest.now + 1 } : honest;
  }

  async #fate(ledger: Ledger, event: SignedEvent): Promise<Pick<Receipt, 'asked' | 'fate'> | null> {
    const { world } = this.#parts;
    const asked = sentHash(event);
    const drop = this.#dropped.get(asked);
    if (drop === 'no-answer') return world.chance(0.5) ? NOT_ASKED : { asked: 'cd'.repeat(32), fate: 'moved' };
    if (drop === 'deny') {
      const fate = this.#denials.get(asked) ?? world.pick(['moved', 'void', 'illegal-play', 'wrong-party'] as const);
      this.#denials.set(asked, fate);
      return { asked, fate };
    }
    if (drop === 'unstored') return { asked, fate: 'stored' };
    const fate = await honestFate(event, ledger, this.now());
    return fate && { asked, fate };
  }

  async #show(page: Page, branch: Branch): Promise<void> {
    const { ledger } = branch;
    const { header } = ledger;
    const isStale = this.#lies('stale');
    const length = isStale ? this.#parts.world.between(0, ledger.length + 1) : ledger.length;
    const events = [...ledger.events.slice(0, length)];
    const receipt = isStale ? null : await this.#receipt(branch, null);
    page.send({ type: 'match', header, events, length, seat: page.seat, now: this.now(), ...(receipt && { receipt }) });
    for (const seat of [0, 1] as const)
      page.send({ type: 'presence', match: header.id, seat, online: this.#online[seat] !== null });
  }

  // ---- spontaneous actions

  #scheme(): void {
    const { world } = this.#parts;
    world.after(world.between(1_000, 9_000), async () => {
      if (this.isOver) return;
      await this.#mischief();
      this.#scheme();
    });
  }

  async #mischief(): Promise<void> {
    const { world } = this.#parts;
    const page = this.#online[0] ?? this.#online[1];
    if (!page) return this.#comeBack();
    const branch = this.#at(page);
    const { ledger, server } = branch;
    if (this.#lies('cut')) page.cut(world.between(300, 3_000));
    if (this.#lies('reload')) page.reload();
    if (ledger.state.result) return;
    if (this.#lies('resume')) {
      const since = Math.max(ledger.at, this.now() - world.between(0, 60_000));
      await this.#accept(branch, await server.resume(ledger, since));
    }
    if (this.#lies('chain-gaps')) await this.#gap(branch);
    if (this.#lies('invent-claim') && ledger.state.absent) {
      const { length: n, head: prev } = ledger;
      const p = opponent(ledger.state.absent.seat);
      const claim = { n, p, prev, type: 'claim', sent: this.now() } as const;
      const forged = await signEvent(claim, this.#parts.keys.server);
      page.send({ type: 'event', match: ledger.header.id, event: { ...forged, at: this.now() } });
      return;
    }
    const { party } = ledger.expects;
    if (this.#lies('absent') && party !== null && !ledger.state.absent)
      await this.#accept(branch, await server.absent(ledger, party));
    if (this.#lies('forfeit') && party !== null && ledger.state.hasRolled) {
      const reason = world.pick(['time', 'abandonment'] as const);
      await this.#accept(branch, await server.forfeit(ledger, party, reason));
      return;
    }
    if (this.#lies('forfeit-ahead') && party !== null && ledger.state.hasRolled) {
      if (!ledger.state.absent) await this.#accept(branch, await server.absent(ledger, party));
      const at = (ledger.state.absent?.since ?? ledger.at) + ledger.header.absenceMs!;
      await this.#accept(branch, await server.forfeit(ledger, party, 'abandonment'), Math.max(at, this.now()));
      return;
    }
    if (this.#lies('abort')) return this.#abort(branch, 'restart', world.chance(0.7));
    if (this.#lies('fork')) {
      await this.#fork(world.between(Math.max(0, ledger.length - 10), ledger.length));
      this.#move(page);
    }
    if (this.#lies('second-device')) this.#bringSecond(page);
    if (this.#lies('first-device')) this.#comeBack();
    const held = this.#held.splice(0);
    for (const { page: sender, event } of held) await this.#late(sender, event);
  }

  /** Answers no ping for a while and then marks a gap of that length, in which no receipt was signed. */
  async #gap(branch: Branch): Promise<void> {
    const { world } = this.#parts;
    const since = this.now();
    const ms = world.between(4_000, 30_000);
    this.#mutedUntil = world.now + ms;
    world.after(ms, async () => {
      const { ledger, server } = branch;
      if (this.isOver || ledger.state.result) return;
      await this.#accept(branch, await server.resume(ledger, Math.max(ledger.at, since)));
    });
  }

  #bringSecond(page: Page): void {
    const other = this.bring(page.seat);
    if (!other) return;
    const branch = this.#parts.world.chance(0.6) ? this.#at(page) : this.#parts.world.pick(this.branches);
    this.#branchOf.set(other, branch);
    other.useHere();
  }

  /** The player returns to an older device. */
  #comeBack(): void {
    const older = this.devices.flat().filter((page) => this.#online[page.seat] !== page);
    if (older.length > 0) this.#parts.world.pick(older).useHere();
  }

  #move(page: Page): void {
    const branch = this.#parts.world.pick(this.branches);
    this.#branchOf.set(page, branch);
    page.cut(500);
  }

  /** Starts another history with the same beginning. */
  async #fork(length: number, own?: SignedEvent, at?: number): Promise<void> {
    const [main] = this.branches;
    if (!main || this.#forks >= 3) return;
    this.#forks += 1;
    const branch = await this.#branch(`fork ${this.#forks} at ${length}`, main.ledger.events.slice(0, length));
    if (own && at !== undefined) {
      await this.#accept(branch, own, at, []);
      await this.#serve(branch);
      return;
    }
    const { party } = branch.ledger.expects;
    const { colluder } = branch;
    if (colluder && party === colluder.player)
      await this.#accept(branch, await this.#collude(branch, colluder), undefined, []);
    else if (branch.ledger.length > 0)
      await this.#accept(branch, await branch.server.resume(branch.ledger, branch.ledger.at), undefined, []);
    await this.#serve(branch);
  }

  async #branch(name: string, events: readonly MatchEvent[]): Promise<Branch> {
    const { header, keys, colluder, world } = this.#parts;
    const ledger = new Ledger(header);
    const { fault } = await ledger.appendAll(events);
    if (fault) throw new Error(fault.message);
    const random = (length: number) => Uint8Array.from({ length }, () => world.between(0, 256));
    const seat = colluder === null ? null : new Seat(keys.players[colluder], header, colluder, random, () => world.now);
    const server = new ServerSeat(keys.server, header, random);
    const branch = { name, ledger, server, colluder: seat, stopWatching: () => {} };
    this.branches.push(branch);
    return branch;
  }

  #at(page: Page): Branch {
    const branch = this.#branchOf.get(page) ?? this.branches[0];
    if (!branch) throw new Error('the server has not started');
    return branch;
  }

  #lies(lie: Lie): boolean {
    const { world, plan, log } = this.#parts;
    const probability = plan[lie];
    if (!probability || !world.chance(probability)) return false;
    log.push(`${((world.now - this.#began) / 1_000).toFixed(1)} s: ${lie}`);
    return true;
  }
}

function earlier<T extends { readonly at: number }>(a: T, b: T): T {
  return a.at <= b.at ? a : b;
}
