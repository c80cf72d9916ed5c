import type { MatchEvent, Party } from 'bg-record';
import { describe, expect, test } from 'vitest';
import { ChargeWatch } from '../src/session/charges.ts';

/** A page at seat 0. The test controls both of its clocks and the server's. Every answer takes 100 ms. */
class Watched {
  wall = 1_000_000;
  steady = 5_000;
  at = 1_000_000;
  n = 0;
  readonly clocks = { wall: () => this.wall, steady: () => this.steady };
  watch = new ChargeWatch(0, this.clocks);

  constructor() {
    this.answer('first');
  }

  pass(ms: number): void {
    this.wall += ms;
    this.steady += ms;
  }

  answer(id: string): void {
    this.watch.pinged(id);
    this.pass(100);
    this.watch.ponged(id);
  }

  /** Delivers an event. `before` had to act until then. */
  told(p: Party, before: Party, at: number, changes: object = {}): void {
    const event = { type: 'double', n: this.n, p, prev: '', sig: '', at, ...changes } as MatchEvent;
    this.watch.take({ event, before: { at: this.at, party: before } });
    this.watch.heard();
    this.at = at;
    this.n += 1;
  }

  /** Lets time pass while the page stays awake. */
  think(ms: number): void {
    for (let left = ms; left > 0; left -= 5_000) {
      this.pass(Math.min(5_000, left));
      this.watch.heard();
    }
  }

  /** One turn of each player: this player thinks for one time, and the server charges the other. */
  turn(thinkMs: number, chargedMs: number): void {
    this.told(1, 1, this.at + 1_000);
    this.think(thinkMs);
    this.watch.pinged('behind');
    this.watch.sent('behind');
    this.pass(100);
    this.told(0, 0, this.at + chargedMs);
    this.watch.ponged('behind');
  }
}

describe('the charge watch', () => {
  test('counts nothing if the server charges the thinking time and the round trip', () => {
    const page = new Watched();
    for (let turn = 0; turn < 50; turn++) page.turn(7_000, 7_150);
    expect(page.watch.overchargedMs).toBe(0);
  });

  test('counts the time that a server dates ahead, turn after turn', () => {
    const page = new Watched();
    page.turn(5_000, 60_000);
    expect(page.watch.overchargedMs).toBeGreaterThan(50_000);
    page.turn(5_000, 10_000);
    expect(page.watch.overchargedMs).toBeGreaterThan(53_000);
  });

  test('counts an event that is held back although the ping after it is answered', () => {
    const page = new Watched();
    page.told(1, 1, page.at + 1_000);
    page.think(3_000);
    page.watch.pinged('behind');
    page.watch.sent('behind');
    page.pass(100);
    page.watch.ponged('behind');
    page.think(40_000);
    page.told(0, 0, page.at + 43_000);
    expect(page.watch.overchargedMs).toBeGreaterThan(38_000);
  });

  test('does not count a delay of the network that also affects the ping', () => {
    const page = new Watched();
    page.told(1, 1, page.at + 1_000);
    page.think(3_000);
    page.watch.pinged('behind');
    page.watch.sent('behind');
    page.pass(9_000);
    page.told(0, 0, page.at + 12_000);
    page.watch.ponged('behind');
    expect(page.watch.overchargedMs).toBe(0);
  });

  test('does not count an event that was lost with the connection and resent', () => {
    const page = new Watched();
    page.told(1, 1, page.at + 1_000);
    page.think(3_000);
    page.watch.pinged('behind');
    page.watch.sent('behind');
    page.pass(20_000);
    page.watch.lost();
    page.pass(5_000);
    page.watch.sent('again');
    page.told(0, 0, page.at + 28_200);
    expect(page.watch.overchargedMs).toBe(0);
  });

  test('continues to count if the server closes the connection in every turn', () => {
    const page = new Watched();
    page.told(1, 1, page.at + 1_000);
    page.think(3_000);
    page.watch.lost();
    page.pass(500);
    page.answer('back');
    page.watch.pinged('behind');
    page.watch.sent('behind');
    page.pass(100);
    page.watch.ponged('behind');
    page.told(0, 0, page.at + 600_000);
    expect(page.watch.overchargedMs).toBeGreaterThan(590_000);
  });

  test.each([
    ['a clock set back', { wall: -3_600_000, steady: 0 }],
    ['a clock set forward', { wall: 3_600_000, steady: 0 }],
    ['a sleep in which the steady clock stood', { wall: 60_000, steady: 0 }],
  ])('counts nothing for %s', (_what, jump) => {
    const page = new Watched();
    page.told(1, 1, page.at + 1_000);
    page.think(3_000);
    page.wall += jump.wall;
    page.steady += jump.steady;
    page.watch.pinged('behind');
    page.watch.sent('behind');
    page.pass(100);
    page.told(0, 0, page.at + 3_100 + (jump.wall === 60_000 ? 60_000 : 0));
    page.watch.ponged('behind');
    expect(page.watch.overchargedMs).toBe(0);
  });

  test('counts nothing for events that were queued while the page was frozen', () => {
    const page = new Watched();
    page.think(5_000);
    // The opponent acts early in the freeze, and the page reads the event at its end.
    const actedAt = page.at + 1_000;
    page.pass(45_000);
    page.watch.heard();
    page.told(1, 1, actedAt);
    page.think(2_000);
    page.watch.pinged('behind');
    page.watch.sent('behind');
    page.pass(100);
    page.told(0, 0, actedAt + 47_000);
    page.watch.ponged('behind');
    expect(page.watch.overchargedMs).toBe(0);
  });

  test('a gap of the service is not the player’s time', () => {
    const page = new Watched();
    page.told(1, 1, page.at + 1_000);
    page.think(60_000);
    page.told(null, 0, page.at + 90_000, { type: 'resume', since: page.at + 1_000 });
    expect(page.watch.overchargedMs).toBe(0);
  });

  test('a reloaded page continues to count', () => {
    const page = new Watched();
    page.turn(5_000, 40_000);
    page.told(1, 1, page.at + 1_000);
    const { stored } = page.watch;
    const counted = page.watch.overchargedMs;
    expect(stored).toMatchObject({ overchargedMs: counted, length: page.n });
    page.pass(3_000);
    page.watch = new ChargeWatch(0, page.clocks);
    page.watch.restore(stored);
    page.watch.skip(page.n);
    page.watch.sent('behind');
    page.watch.ponged('behind');
    page.told(0, 0, page.at + 60_000);
    expect(page.watch.overchargedMs).toBeGreaterThan(counted + 50_000);
  });
});
