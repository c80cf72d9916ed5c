import { ANNOUNCE_MS } from '@anchor/wire';
import { isDisplacing, type MatchEvent, type SignedEvent, sentHash, signEvent } from 'bg-record';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { APART_MS, LONGEST_WAIT_MS, mayBeStoredFrom, RESERVED_MS } from '../../src/domain/table/aside-rule.ts';
import type { ActResult, Waits } from '../../src/domain/table/table-parts.ts';
import { matchTopic } from '../../src/domain/topics.ts';
import { type Harness, keyOf, openHarness } from '../support/harness.ts';
import type { Pair } from '../support/player.ts';
import { receiptOf } from '../support/receipt-of.ts';
import { seatPair } from '../support/seated.ts';

/** Longer than a process trusts its heartbeat. */
const SUSPENDED_MS = 5_000;
const SEED = process.env.SEED ? Number(process.env.SEED) : 1;

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** A match with dice to play. `mover` has to act. */
async function inPlay() {
  const pair = await seatPair(harness, { length: 1, clock: 'fast' });
  while (pair.ledger.state.match.phase !== 'play') await pair.step();
  const mover = pair.ledger.expects.party === 1 ? 1 : 0;
  const other = mover === 1 ? 0 : 1;
  return { pair, mover, other } as const;
}

/** An event that the rules refuse at this place. */
async function illegal({ ledger }: Pair, seat: 0 | 1, sent = 1): Promise<SignedEvent> {
  const place = { n: ledger.length, p: seat, prev: ledger.head, sent } as const;
  return signEvent({ ...place, type: 'play', hops: [[1, 20]] }, await keyOf(seat === 0 ? 'alice' : 'bob'));
}

interface Attack {
  /** Time from the honest player to the server and back. */
  readonly roundTripMs: number;
  /** The opponent, whose way to the server takes no time, sends a `sit` at this interval. Null for none. */
  readonly sitMs: number | null;
  /** The same for events that the server declares void. */
  readonly illegalMs: number | null;
  readonly thinkMs: number;
  /** Number of decisions of the honest player. */
  readonly decisions: number;
}

/** Plays a match at virtual time in which one player signs again at once what an aside displaces, and the other sends asides. */
class Siege {
  /** For each decision how often it was displaced. */
  readonly displaced: number[] = [];
  /** The same, as the page and the verifier count. */
  readonly counted: number[] = [];
  readonly #attack: Attack;
  readonly #pair: Pair;
  readonly #mover: 0 | 1;
  readonly #other: 0 | 1;
  readonly #due: { readonly at: number; readonly run: () => Promise<void> }[] = [];
  /** The number of events that the honest player knows. */
  #known: number;
  #inFlight: SignedEvent | null = null;
  #times = 0;
  #countedTimes = 0;

  constructor(attack: Attack, { pair, mover, other }: Awaited<ReturnType<typeof inPlay>>) {
    this.#attack = attack;
    this.#pair = pair;
    this.#mover = mover;
    this.#other = other;
    this.#known = pair.ledger.length;
    harness.bus.subscribe(matchTopic(pair.match), (message) => {
      if (message.type === 'event') this.#after(attack.roundTripMs / 2, () => this.#learn(message.event));
    });
  }

  get isLost(): boolean {
    return this.#pair.ledger.state.result?.reason === 'time';
  }

  async run(): Promise<void> {
    this.#after(this.#attack.thinkMs, () => this.#decide());
    this.repeat(this.#attack.sitMs, () => this.#pair.sit(this.#other));
    this.repeat(this.#attack.illegalMs, async () => this.#pair.send(await illegal(this.#pair, this.#other)));
    while (this.displaced.length < this.#attack.decisions && !this.#pair.ledger.state.result) {
      const next = this.#due.sort((a, b) => a.at - b.at).shift();
      if (!next) throw new Error('the match stands still');
      await harness.pass(Math.max(0, next.at - harness.world.now()));
      await this.#pair.catchUp();
      await next.run();
      await this.#pair.catchUp();
    }
  }

  #after(ms: number, run: () => Promise<void>): void {
    this.#due.push({ at: harness.world.now() + Math.ceil(ms), run });
  }

  /** Acts at this interval while the match waits for the honest player. */
  repeat(everyMs: number | null, act: () => Promise<unknown>): void {
    if (everyMs === null) return;
    this.#after(everyMs, async () => {
      if (this.#isAwaited) await act();
      this.repeat(everyMs, act);
    });
  }

  /** True if the match waits for the honest player. */
  get #isAwaited(): boolean {
    return this.#pair.ledger.expects.party === this.#mover;
  }

  async #decide(): Promise<void> {
    if (!this.#isAwaited) return;
    await this.#sign(await this.#pair.next());
  }

  /** Signs a decision at the end of the history that the honest player knows, and sends it. */
  async #sign(decision: SignedEvent): Promise<void> {
    const { ledger } = this.#pair;
    const { sig: _sig, ...unsigned } = decision;
    const prev = ledger.events[this.#known]?.prev ?? ledger.head;
    const key = await keyOf(this.#mover === 0 ? 'alice' : 'bob');
    const event = await signEvent({ ...unsigned, n: this.#known, prev }, key);
    this.#inFlight = event;
    this.#after(this.#attack.roundTripMs / 2, async () => {
      await this.#pair.send(event);
    });
  }

  async #learn(event: MatchEvent): Promise<void> {
    this.#known = event.n + 1;
    const inFlight = this.#inFlight;
    if (inFlight && event.sig === inFlight.sig) {
      this.displaced.push(this.#times);
      this.counted.push(this.#countedTimes);
      [this.#times, this.#countedTimes] = [0, 0];
      this.#inFlight = null;
    } else if (inFlight && event.n >= inFlight.n) {
      this.#times += 1;
      const { at, type } = this.#pair.ledger.events[event.n - 1] ?? event;
      if (isDisplacing(event, { at, type, party: this.#mover })) this.#countedTimes += 1;
      return this.#sign(inFlight);
    }
    if (this.#pair.ledger.state.result || this.#inFlight || event.n + 1 < this.#pair.ledger.length) return;
    if (this.#isAwaited) this.#after(this.#attack.thinkMs, () => this.#decide());
    else await this.#answer();
  }

  /** The opponent acts at once when it has to. */
  async #answer(): Promise<void> {
    if (this.#pair.ledger.expects.party === this.#other) await this.#pair.step();
  }
}

/** Sends an event that has to wait. `final` is its result. */
async function held(acted: Promise<ActResult | Waits>): Promise<{ readonly final: Promise<ActResult> }> {
  const result = await acted;
  if (result.ok || result.code !== 'waits') throw new Error('the event does not wait');
  return { final: result.result };
}

describe('a decision', () => {
  it('AS1 is displaced once at most, however many `sit`s the opponent sends: one every 135 ms, 150 ms away', async () => {
    const attack = { roundTripMs: 150, sitMs: 135, illegalMs: null, thinkMs: 1_000, decisions: 6 };
    const siege = new Siege(attack, await inPlay());
    await siege.run();
    expect(siege.isLost).toBe(false);
    expect(Math.max(...siege.displaced)).toBe(1);
  });

  it('AS2 is displaced once at most at every rate of `sit`s and illegal events and every round trip', async () => {
    const interval = fc.option(fc.integer({ min: 20, max: 6_000 }));
    const attacks = fc.record({
      roundTripMs: fc.integer({ min: 50, max: 500 }),
      sitMs: interval,
      illegalMs: interval,
      thinkMs: fc.integer({ min: 0, max: 6_000 }),
      decisions: fc.constant(4),
    });
    const check = async (attack: Attack) => {
      await harness.close();
      harness = await openHarness();
      const siege = new Siege(attack, await inPlay());
      await siege.run();
      expect(siege.isLost).toBe(false);
      expect(Math.max(...siege.displaced)).toBeLessThanOrEqual(1);
    };
    await fc.assert(fc.asyncProperty(attacks, check), { seed: SEED, numRuns: 12 });
  }, 120_000);
});

describe('the record', () => {
  it('AS11 has no note about quick asides, whatever both players send', async () => {
    const attack = { roundTripMs: 300, sitMs: 40, illegalMs: 30, thinkMs: 9_000, decisions: 2 };
    const { pair, mover, other } = await inPlay();
    let sent = 2;
    const siege = new Siege(attack, { pair, mover, other });
    // The player to act sends illegal events and changes devices as well.
    siege.repeat(70, async () => pair.send(await illegal(pair, mover, sent++)));
    siege.repeat(110, () => pair.sit(mover));
    await siege.run();
    const { displacing, voids, sits } = pair.ledger.state;
    expect(voids).toBeGreaterThan(2);
    expect(Math.min(...sits)).toBeGreaterThan(1);
    expect(displacing.longest).toEqual([0, 0]);
  });

  it('AS20 has none with slow storage, failing processes and takeovers either', async () => {
    const interval = fc.option(fc.integer({ min: 20, max: 6_000 }));
    const runs = fc.record({
      roundTripMs: fc.integer({ min: 50, max: 500 }),
      sitMs: interval,
      illegalMs: interval,
      thinkMs: fc.integer({ min: 0, max: 6_000 }),
      decisions: fc.constant(4),
      storingMs: fc.option(fc.integer({ min: 500, max: 1_700 }), { nil: 0 }),
      failsMs: fc.option(fc.integer({ min: 20_000, max: 60_000 })),
    });
    interface Troubles {
      readonly storingMs: number;
      readonly failsMs: number | null;
    }
    const check = async ({ storingMs, failsMs, ...attack }: Attack & Troubles) => {
      await harness.close();
      let isSlow = false;
      harness = await openHarness({ wrap: (store) => ({ ...store, matches: { ...store.matches, append } }) });
      const { matches } = harness.store;
      async function append(match: string, event: MatchEvent) {
        if (isSlow) harness.world.setNow(harness.world.now() + storingMs);
        return matches.append(match, event);
      }
      const seated = await inPlay();
      isSlow = true;
      const { pair } = seated;
      const siege = new Siege(attack, seated);
      siege.repeat(failsMs, async () => {
        // The owner of the match is lost and comes back.
        await harness.suspend(SUSPENDED_MS);
      });
      await siege.run();
      expect(pair.ledger.state.displacing.longest).toEqual([0, 0]);
      // A page that lost its connection counts nothing, and one trouble at a time is enough.
      if (failsMs === null || storingMs === 0) expect(Math.max(...siege.counted)).toBeLessThan(3);
    };
    await fc.assert(fc.asyncProperty(runs, check), { seed: SEED, numRuns: 4, endOnFailure: true });
  }, 120_000);
});

describe('an aside', () => {
  it('AS3 of a seat waits until 5 s after the last `sit` of the seat, and holds nothing else up', async () => {
    const { pair, mover, other } = await inPlay();
    expect((await pair.sit(other)).ok).toBe(true);
    const at = harness.world.now();
    await harness.pass(RESERVED_MS);
    const second = await held(pair.sit(other));
    expect(await receiptOf(harness.service, pair.ledger.header.players[mover].pub, pair.match)).not.toBeNull();
    expect(await harness.service.rooms.view(pair.match)).toMatchObject({ length: pair.ledger.length });
    await harness.pass(APART_MS - RESERVED_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.sitAt[other]).toBe(at);
    await harness.pass(1);
    await pair.catchUp();
    expect(pair.ledger.last).toMatchObject({ type: 'sit', p: other, at: at + APART_MS });
    expect(await second.final).toMatchObject({ ok: true });
  });

  it('AS4 waits alone for its seat: the same event shares the result, and a newer event takes its place', async () => {
    const { pair, other } = await inPlay();
    await pair.sit(other);
    const key = await keyOf(other === 0 ? 'alice' : 'bob');
    const place = { n: pair.ledger.length, p: other, prev: pair.ledger.head, sent: 1 } as const;
    const sits = await Promise.all(
      ['ab', 'cd'].map((byte) => signEvent({ ...place, type: 'sit', nonce: byte.repeat(16) }, key)),
    );
    const [older, newer] = sits as [SignedEvent, SignedEvent];
    const finals: Promise<ActResult>[] = [];
    for (const event of [older, older, newer]) finals.push((await held(pair.send(event))).final);
    await harness.pass(APART_MS);
    expect(await Promise.all(finals)).toMatchObject([{ code: 'replaced' }, { code: 'replaced' }, { ok: true }]);
    await pair.catchUp();
    expect(pair.ledger.last).toMatchObject({ type: 'sit', sig: newer.sig });
    expect(pair.ledger.state.sits[other]).toBe(2);
  });

  it('AS5 that waited is judged again: the decision that came first makes it `wrong-number`', async () => {
    const { pair, other } = await inPlay();
    await pair.sit(other);
    const waiting = await held(pair.sit(other));
    expect((await pair.step()).ok).toBe(true);
    await harness.pass(APART_MS);
    expect(await waiting.final).toMatchObject({ code: 'wrong-number' });
  });

  it('AS6 for an illegal event waits 5 s after another, and gives way for 2 s unless its author has to act', async () => {
    const { pair, mover, other } = await inPlay();
    await pair.sit(other);
    const strange = await held(pair.send(await illegal(pair, other)));
    const own = await illegal(pair, mover);
    expect(await pair.send(own)).toMatchObject({ code: 'illegal-play' });
    expect(pair.ledger.last).toMatchObject({ type: 'void', hash: sentHash(own) });
    const second = await held(pair.send(await illegal(pair, mover, 2)));
    await harness.pass(APART_MS - 1);
    await pair.catchUp();
    expect(pair.ledger.state.voids).toBe(1);
    await harness.pass(1);
    expect(await second.final).toMatchObject({ code: 'illegal-play' });
    expect(await strange.final).toMatchObject({ code: 'wrong-number' });
    await pair.catchUp();
    expect(pair.ledger.state.voids).toBe(2);
  });

  it('AS7 waits 10 s at most, also if the clock is set back', async () => {
    const { pair, other } = await inPlay();
    await pair.sit(other);
    harness.world.setNow(harness.world.now() - 3_600_000);
    const waiting = await held(pair.sit(other));
    await harness.pass(LONGEST_WAIT_MS);
    expect(await waiting.final).toMatchObject({ ok: true });
  });

  it('AS8 of a player that was stored lets an announcement wait 2 s, but neither a deadline nor a gap', async () => {
    const { pair, mover, other } = await inPlay();
    const { pub } = pair.ledger.header.players[mover];
    harness.service.lobby.leave(pub, harness.enter(await keyOf(mover === 0 ? 'alice' : 'bob')));
    await harness.idle();
    await harness.pass(ANNOUNCE_MS - 500);
    const sat = harness.world.now();
    await pair.sit(other);
    await harness.pass(RESERVED_MS);
    await pair.catchUp();
    expect(pair.ledger.last).toMatchObject({ type: 'absent', at: sat + RESERVED_MS });
    const expiresAt = pair.ledger.expiresAt ?? 0;
    await harness.pass(expiresAt - harness.world.now() - 100);
    await pair.sit(other);
    await harness.suspend(SUSPENDED_MS);
    await pair.catchUp();
    expect(pair.types.slice(-2)).toEqual(['sit', 'resume']);
  });

  it('AS9 does not move the deadline of the player to act', async () => {
    const { pair, other } = await inPlay();
    const expiresAt = pair.ledger.expiresAt ?? 0;
    await harness.pass(expiresAt - harness.world.now() - 100);
    await pair.sit(other);
    await harness.pass(100);
    await pair.catchUp();
    expect(pair.ledger.last).toMatchObject({ type: 'forfeit', at: expiresAt });
  });
});

describe('the rule for asides', () => {
  it('AS10 leaves the player to act 2 s after every aside that this player did not send, whatever both send', () => {
    const types = ['sit', 'holiday', 'void', 'absent'] as const;
    type Sent = (typeof types)[number];
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 1_500 }),
      type: fc.constantFrom(...types),
      seat: fc.constantFrom(0, 1),
    });
    const check = (steps: readonly { ms: number; type: Sent; seat: 0 | 1 }[]) => {
      let now = 1_000_000;
      let last: { type: Sent; p: 0 | 1 | null; at: number } | null = null;
      let state: { sitAt: [number | null, number | null]; voidAt: number | null } = {
        sitAt: [null, null],
        voidAt: null,
      };
      for (const { ms, type, seat } of steps) {
        now += ms;
        // Player 0 has to act all the time.
        const ledger = { last, state, expects: { party: 0 } } as const;
        if (mayBeStoredFrom(ledger, { type, seat }) > now) continue;
        const isOwn = seat === 0 && type !== 'absent';
        if (!isOwn && last && last.p !== 0) expect(now - last.at).toBeGreaterThanOrEqual(RESERVED_MS);
        if (type === 'sit' && state.sitAt[seat] !== null)
          expect(now - Number(state.sitAt[seat])).toBeGreaterThanOrEqual(APART_MS);
        last = { type, p: type === 'sit' || type === 'holiday' ? seat : null, at: now };
        if (type === 'sit') state = { ...state, sitAt: seat === 0 ? [now, state.sitAt[1]] : [state.sitAt[0], now] };
        if (type === 'void') state = { ...state, voidAt: now };
      }
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), check), { seed: SEED });
  });
});
