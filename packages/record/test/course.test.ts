import { legalPlays } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../src/crypto/hash.ts';
import { fromHex } from '../src/crypto/hex.ts';
import { Ledger } from '../src/ledger.ts';
import { Seat } from '../src/seat.ts';
import type { EventType, MatchEvent } from '../src/types.ts';
import { refusalOf, view } from './support/refusal.ts';
import {
  accept,
  committedTable,
  inAdvance,
  movedTable,
  openedTable,
  openTable,
  playOn,
  step,
  type Table,
} from './support/table.ts';

describe('resignations and the cube', () => {
  test('the expected party and types follow from the decisions', async () => {
    const table = await movedTable(1);
    const mover = table.ledger.expects.party;
    const seen: EventType[][] = [];
    for (const type of ['double', 'resign', 'decline', 'take', 'resign', 'decline', 'roll'] as const) {
      await step(table, type);
      seen.push([...table.ledger.expects.types]);
    }
    expect(seen).toEqual([
      ['take', 'pass', 'resign'],
      ['accept', 'decline'],
      ['take', 'pass', 'resign'],
      ['roll', 'resign'],
      ['accept', 'decline'],
      ['roll', 'resign'],
      ['reveal'],
    ]);
    expect(table.ledger.expects.party).not.toBe(mover);
    expect(table.ledger.state.match.cube.value).toBe(2);
  });
});

describe('chains', () => {
  /** The types of the events; commits also name their party. */
  const story = (events: readonly MatchEvent[]) =>
    events.map(({ type, p }) => (type === 'commit' ? `commit ${p}` : type));

  test.each([1, 2, 3, 7])('of %i links are replaced once they are used up, before any cube decision', async (chain) => {
    const { ledger } = await playOn(await openTable(20 + chain, { chain, length: 3 }));
    const parts = story(ledger.events).join(' ').split('commit null commit 0 commit 1');
    expect(parts.shift()).toBe('');
    for (const [i, part] of parts.entries()) {
      const events = part.trim().split(' ');
      const rolls = events.filter((type) => type === 'dice').length;
      if (i < parts.length - 1) {
        expect(rolls).toBe(chain);
        expect(['play', 'dice', 'accept']).toContain(events.at(-1));
      } else expect(rolls).toBeLessThanOrEqual(chain);
      expect(['roll', 'double', 'resign', 'resume']).toContain(events[0]);
    }
  });

  test('are replaced straight after a tied opening roll', async () => {
    for (let seed = 1; ; seed++) {
      const table = await step(await committedTable(seed, { chain: 1 }), 'roll', 'reveal', 'dice');
      if (table.ledger.state.match.phase === 'play') continue;
      expect(table.ledger.expects).toEqual({ party: null, types: ['commit'] });
      await step(table, 'commit', 'commit', 'commit');
      expect(table.ledger.expects).toEqual({ party: 0, types: ['roll'] });
      return;
    }
  });

  test('are replaced after an accepted resignation that follows the last dice', async () => {
    const table = await step(await openedTable(1, { chain: 1 }), 'resign', 'accept');
    expect(table.ledger.expects).toEqual({ party: null, types: ['commit'] });
    expect(table.ledger.state.match.game).toBe(2);
  });

  test('are not replaced after the end of the match', async () => {
    const table = await step(await openedTable(1, { chain: 1, length: 1 }), 'resign', 'accept');
    expect(table.ledger.expects).toEqual({ party: null, types: [] });
  });

  test("never share an anchor with an opponent's or an older chain", async () => {
    const table = await step(await openTable(1, { chain: 1 }), 'commit');
    const [server] = table.ledger.events;
    if (server?.type !== 'commit') throw new Error('the first event is a commit');
    const copied = { type: 'commit', anchor: server.anchor, nonce: '00'.repeat(16) } as const;
    expect(await refusalOf(table, 0, copied)).toBe('anchor-reused');
    await playOn(table, ({ ledger }) => ledger.rolls.length > 0 && ledger.expects.types.includes('commit'), 0);
    expect(await refusalOf(table, null, copied)).toBe('anchor-reused');
  });

  test('do not reset roll numbers, and each roll shows its inputs', async () => {
    const { ledger } = await playOn(await openTable(31, { chain: 4, length: 2 }));
    expect(ledger.rolls.map(({ roll }) => roll)).toEqual(ledger.rolls.map((_, i) => i + 1));
    for (const { n, roll, dice, reveals, serverReveal, link: used, commitments, game } of ledger.rolls) {
      expect(used).toBe(((roll - 1) % 4) + 1);
      expect(ledger.events[n]).toMatchObject({ type: 'dice', dice, reveal: serverReveal });
      expect(reveals).toHaveLength(2);
      for (const commitment of commitments)
        expect(ledger.events[commitment.n]).toMatchObject({ type: 'commit', anchor: commitment.anchor });
      expect(game).toBeGreaterThan(0);
    }
  });
});

describe('dice in advance', () => {
  const seeds = [1, 2, 3, 4, 5, 6];
  const played = async (seed: number) => playOn(await openTable(seed, { ...inAdvance, chain: 5 + seed, length: 3 }));

  test.each(seeds)('use the same link of every chain for a roll (seed %i)', async (seed) => {
    const { ledger } = await played(seed);
    for (const { link, reveals, serverReveal, commitments } of ledger.rolls) {
      for (const [party, reveal] of [...reveals, serverReveal].entries()) {
        let hash = reveal;
        for (let hashed = 0; hashed < link; hashed++) hash = sha256Hex(fromHex(hash));
        expect(hash).toBe(commitments[party]!.anchor);
      }
    }
  });

  test.each(seeds)('need the opponent only at the opening and after new chains (seed %i)', async (seed) => {
    const { ledger } = await played(seed);
    let standing: number | null = null;
    let direct = 0;
    for (const [i, event] of ledger.events.entries()) {
      if (event.type === 'play') standing = event.ahead === undefined ? null : event.p;
      if (event.type === 'commit') expect(standing).toBeNull();
      if (event.type !== 'roll') continue;
      const next = ledger.events[i + 1]!;
      expect(next).toMatchObject(standing === 1 - event.p! ? { type: 'dice' } : { type: 'reveal', p: 1 - event.p! });
      if (next.type === 'dice') direct += 1;
      standing = null;
    }
    expect(direct).toBeGreaterThan(ledger.rolls.length / 3);
  });

  test.each(seeds)("keep the roller's link secret until the roll, except at an opening (seed %i)", async (seed) => {
    const { ledger } = await played(seed);
    const linksOf = (event: MatchEvent) => ('reveal' in event ? event.reveal : 'ahead' in event ? event.ahead : null);
    for (const [i, { n, game }] of ledger.rolls.entries()) {
      const isOpening = ledger.rolls.slice(0, i).every((one) => one.game !== game || one.dice[0] === one.dice[1]);
      const roll = ledger.events.findLast((event) => event.n < n && event.type === 'roll')!;
      const before = ledger.events.slice(0, roll.n).map(linksOf);
      if (!isOpening) expect(before).not.toContain(linksOf(roll));
    }
  });

  test('are signed by any device of the player alike', async () => {
    const table = await openedTable(1, inAdvance);
    const { ledger, keys, header } = table;
    const player = ledger.expects.party === 1 ? 1 : 0;
    const other = new Seat(keys.players[player], header, player, table.random.bytes, () => table.now);
    const hops = legalPlays(ledger.state.match.position, player, ledger.state.match.dice!)[0]!.hops;
    const [first, second] = await Promise.all([table.seats[player].play(ledger, hops), other.play(ledger, hops)]);
    expect(first).toEqual(second);
    expect(first).toHaveProperty('ahead');
  });

  test('a play that is refused is signed without a link', async () => {
    const { ledger, seats } = await openedTable(1, inAdvance);
    const event = await seats[ledger.expects.party!].play(ledger, [[1, 0]]);
    expect(event).not.toHaveProperty('ahead');
  });
});

describe('resume and forfeit', () => {
  test('resume is allowed anywhere but first, and changes nothing else', async () => {
    const table = await openTable(5, { length: 1 });
    await step(table, 'commit');
    await playOn(table, () => false);
    const events = table.ledger.events;
    const places = [1, 2, 3, 4, 5, 6, 7, 8, 20];
    for (const n of places) {
      const copy = await openTable(5, { length: 1 });
      await copy.ledger.appendAll(events.slice(0, n));
      const before = copy.ledger.expects;
      copy.now = events[n - 1]!.at + 1;
      await accept(copy, await copy.server.resume(copy.ledger, copy.ledger.at));
      await accept(copy, await copy.server.resume(copy.ledger, copy.ledger.at));
      expect(copy.ledger.expects).toEqual(before);
    }
  });

  test('the player to act can forfeit after the first dice, also by not revealing or committing', async () => {
    const types: EventType[] = ['play', 'commit', 'roll', 'reveal', 'take', 'accept'];
    for (const type of types) {
      const table = await openedTable(1, { chain: 2 });
      const waits = ({ ledger }: Table) => ledger.expects.party !== null && ledger.expects.types.includes(type);
      if (type === 'take') await step(table, 'play', 'double');
      if (type === 'accept') await step(table, 'resign');
      await playOn(table, waits, 0);
      const loser = table.ledger.expects.party;
      if (loser === null) throw new Error(`no player was asked for ${type}`);
      const { score } = table.ledger.state.match;
      await accept(table, await table.server.forfeit(table.ledger, loser, 'abandonment'));
      const result = { winner: loser === 0 ? 1 : 0, score, reason: 'abandonment' };
      expect(table.ledger.state.result).toEqual(result);
      expect(table.ledger.expects).toEqual({ party: null, types: [] });
    }
  });

  test('no player forfeits while the server must act', async () => {
    const table = await step(await movedTable(1), 'roll', 'reveal');
    expect(table.ledger.expects.party).toBeNull();
    for (const loser of [0, 1] as const) {
      expect(await refusalOf(table, null, { type: 'forfeit', loser, reason: 'abandonment' })).toBe('wrong-forfeit');
    }
  });
});

describe('many appends', () => {
  test('that overlap are processed in order', async () => {
    const { ledger: source, header } = await playOn(await openTable(6, { length: 1 }));
    const ledger = new Ledger(header);
    const results = await Promise.all(source.events.flatMap((event) => [ledger.append(event), ledger.append(event)]));
    expect(results.map((result) => (result.ok ? 'ok' : result.code))).toEqual(
      source.events.flatMap(() => ['ok', 'wrong-number']),
    );
    expect(view(ledger)).toEqual(view(source));
  });

  test('stop at the first fault, like appending one by one', async () => {
    const { ledger: source, header } = await playOn(await openTable(7, { length: 1 }));
    for (const n of [0, 3, 10, 30]) {
      const events = source.events.map((event, i) => (i === n ? { ...event, sig: `${'0'.repeat(127)}1` } : event));
      const ledger = new Ledger(header);
      const { fault } = await ledger.appendAll(events);
      expect(fault).toMatchObject({ event: n, code: 'bad-signature' });
      expect(ledger.events).toEqual(source.events.slice(0, n));
    }
  });
});
