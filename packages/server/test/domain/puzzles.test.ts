import { utcDate } from 'bg-record';
import { type Hop, legalPlays } from 'bg-rules';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parsePuzzle, viewOf } from '../../src/domain/puzzle/puzzle.ts';
import { dayBefore, indexOfDay, longestStreak, streakOf } from '../../src/domain/puzzle/puzzles.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { finished, header, nextPub } from '../storage/fixtures.ts';
import { type Harness, keyOf, openHarness, PUZZLES } from '../support/harness.ts';

const DAY_MS = 86_400_000;
const TODAY = '2026-11-21';
const texts = await puzzleBank(PUZZLES)();

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.close());

/** Finishes a match of this key, so that its answers count. */
async function play(pub: string): Promise<void> {
  const of = header({ pubs: [pub, nextPub()] });
  await harness.store.matches.create(of);
  await harness.store.matches.finish(finished(of, harness.world.now()));
}

/** The plays of today's puzzle, best first. */
async function todaysPlays(date = TODAY): Promise<readonly { hops: readonly Hop[]; equity: number }[]> {
  const text = await harness.store.puzzles.get(date);
  return parsePuzzle(text ?? '').plays.toSorted((a, b) => b.equity - a.equity);
}

describe('the choice of the day', () => {
  it('DP1 uses the whole bank before any puzzle repeats, in a different order each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 2000 }), (count, cycle) => {
        const run = (from: number) =>
          Array.from({ length: count }, (_, day) => indexOfDay(utcDate((from + day) * DAY_MS), count));
        const first = run(cycle * count);
        expect(first.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index));
        if (count > 20) expect(run((cycle + 1) * count)).not.toEqual(first);
      }),
    );
  });

  it('DP2 depends on the date alone, and is kept when the bank changes', async () => {
    const shown = await harness.service.puzzles.show();
    expect(shown).toMatchObject({ ok: true, value: { puzzle: { date: TODAY }, stats: { tries: 0, solved: 0 } } });
    const other = await openHarness();
    expect(await other.service.puzzles.show()).toEqual(shown);
    await other.close();
    const restarted = await harness.restart();
    harness = restarted;
    expect(await harness.service.puzzles.show(TODAY)).toEqual(shown);
  });

  it('DP3 has no puzzle for unrequested past dates, future dates and impossible dates', async () => {
    for (const date of ['2026-11-20', '2026-11-22', '2026-02-30', '2026-13-01', 'today', '']) {
      expect(await harness.service.puzzles.show(date), date).toMatchObject({ ok: false, code: 'no-puzzle' });
    }
    await harness.service.puzzles.show();
    await harness.pass(DAY_MS);
    expect(await harness.service.puzzles.show(TODAY)).toMatchObject({ ok: true, value: { puzzle: { date: TODAY } } });
    expect(await harness.service.puzzles.show()).toMatchObject({ ok: true, value: { puzzle: { date: '2026-11-22' } } });
  });

  it('DP4 reports a failure to create it, and creates it when possible', async () => {
    let broken = true;
    const bank = async () => (broken ? Promise.reject(new Error('no file')) : texts);
    const other = await openHarness({ puzzleBank: bank });
    expect(await other.service.puzzles.show()).toMatchObject({ ok: false, code: 'puzzle-failed' });
    expect(await other.service.puzzles.ofDay(TODAY)).toBeNull();
    broken = false;
    expect((await other.service.puzzles.show()).ok).toBe(true);
    expect(await other.service.puzzles.ofDay(TODAY)).toMatchObject({ date: TODAY, onRoll: 0 });
    expect(await other.service.puzzles.ofDay('2026-11-20')).toBeNull();
    await other.close();
  });
});

describe('the public view', () => {
  // The view is a function of what it shows: another evaluation of the same position gives the same bytes, so neither its members nor their
  // order or length can reveal anything.
  it('DP5 is the same for any evaluation and any order of the plays', () => {
    for (const text of texts) {
      const puzzle = parsePuzzle(text);
      const turned = puzzle.plays.toReversed().map((play) => ({ ...play, equity: -play.equity }));
      const shown = JSON.stringify(viewOf(TODAY, puzzle));
      expect(JSON.stringify(viewOf(TODAY, { ...puzzle, plays: turned }))).toBe(shown);
      expect(Object.keys(JSON.parse(shown)).sort()).toEqual(
        ['beavers', 'choices', 'crawford', 'cube', 'date', 'dice', 'jacoby', 'length', 'position', 'score'].sort(),
      );
      expect(viewOf(TODAY, puzzle).choices).toBe(legalPlays(puzzle.position, 0, puzzle.dice).length);
    }
  });
});

describe('an answer', () => {
  it('DP6 is scored by the stored evaluation, once per key', async () => {
    const alice = (await keyOf('alice')).pub;
    await play(alice);
    const { puzzles } = harness.service;
    await puzzles.show();
    const [best, second] = await todaysPlays();
    const taken = await puzzles.attempt(alice, TODAY, second!.hops);
    expect(taken).toMatchObject({
      ok: true,
      value: { answer: { rank: 2 }, stats: { tries: 1, solved: 0 }, streak: 0 },
    });
    if (!taken.ok) throw new Error(taken.message);
    expect(taken.value.answer.loss).toBeCloseTo(best!.equity - second!.equity, 6);
    expect(taken.value.answer.best).toHaveLength(5);
    expect(taken.value.answer.best[0]).toMatchObject({ hops: best!.hops, loss: 0 });
    expect(await puzzles.attempt(alice, TODAY, best!.hops)).toMatchObject({ ok: false, code: 'already-tried' });
    expect(await puzzles.showTo(alice)).toMatchObject({ ok: true, value: { yours: taken.value.answer } });
    const bob = (await keyOf('bob')).pub;
    expect(await puzzles.showTo(bob)).toMatchObject({ ok: true, value: { yours: null, stats: { tries: 1 } } });
  });

  it('DP7 counts once when sent several times at once', async () => {
    const alice = (await keyOf('alice')).pub;
    await play(alice);
    const { puzzles } = harness.service;
    await puzzles.show();
    const [best] = await todaysPlays();
    const answers = await Promise.all(Array.from({ length: 10 }, () => puzzles.attempt(alice, TODAY, best!.hops)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await puzzles.show()).toMatchObject({ value: { stats: { tries: 1, solved: 1 } } });
  });

  it('DP11 of a key without a finished match is judged for it and counts in no number, until it finishes one', async () => {
    const { puzzles } = harness.service;
    const [guest, player] = [(await keyOf('guest')).pub, (await keyOf('player')).pub];
    await play(player);
    await puzzles.show();
    const [best, second] = await todaysPlays();
    expect(await puzzles.attempt(guest, TODAY, best!.hops)).toMatchObject({
      ok: true,
      value: { answer: { rank: 1 }, stats: { tries: 0, solved: 0 }, streak: 1 },
    });
    expect(await puzzles.attempt(guest, TODAY, second!.hops)).toMatchObject({ code: 'already-tried' });
    expect(await puzzles.showTo(guest)).toMatchObject({
      value: { yours: { rank: 1 }, streak: 1, stats: { tries: 0 } },
    });
    const counted = await puzzles.attempt(player, TODAY, second!.hops);
    expect(counted).toMatchObject({ value: { answer: { rank: 2 }, stats: { tries: 1, solved: 0 } } });
    await play(guest);
    harness.world.setNow(harness.world.now() + 1_001);
    expect(await puzzles.show()).toMatchObject({ value: { stats: { tries: 2, solved: 1 } } });
  });

  it('DP12 of a thousand new keys makes the server count the answers once a second', async () => {
    let counts = 0;
    const counting = await openHarness({
      wrap: (store) => ({
        ...store,
        puzzles: {
          ...store.puzzles,
          async stats(date) {
            counts += 1;
            return store.puzzles.stats(date);
          },
        },
      }),
    });
    const { puzzles } = counting.service;
    const shown = await puzzles.show();
    const { position, dice } = shown.ok ? shown.value.puzzle : expect.fail('no puzzle');
    const hops = legalPlays(position, 0, dice)[0]!.hops;
    for (let n = 0; n < 1_000; n++) await puzzles.attempt(nextPub(), TODAY, hops);
    expect(counts).toBe(1);
    counting.world.setNow(counting.world.now() + 1_001);
    for (let n = 0; n < 10; n++) await puzzles.show();
    expect(counts).toBe(2);
    await counting.close();
  });

  it('DP8 must be a legal play of today’s puzzle; a refused one does not count', async () => {
    const alice = (await keyOf('alice')).pub;
    const { puzzles } = harness.service;
    expect(await puzzles.attempt(alice, '2026-11-20', [])).toMatchObject({ ok: false, code: 'puzzle-closed' });
    expect(await puzzles.attempt(alice, TODAY, [])).toMatchObject({ ok: false, code: 'illegal-play' });
    expect(await puzzles.attempt(alice, TODAY, [[24, 0]])).toMatchObject({ ok: false, code: 'illegal-play' });
    const [best] = await todaysPlays();
    expect(await puzzles.attempt(alice, TODAY, best!.hops)).toMatchObject({ ok: true, value: { answer: { rank: 1 } } });
  });

  it('DP9 on consecutive days makes a streak, which a mistake ends', async () => {
    const alice = (await keyOf('alice')).pub;
    const { puzzles } = harness.service;
    const streaks: number[] = [];
    for (const rank of [0, 0, 1, 0, 0, 0]) {
      const date = puzzles.today;
      await puzzles.show();
      const taken = await puzzles.attempt(alice, date, (await todaysPlays(date))[rank]!.hops);
      streaks.push(taken.ok ? taken.value.streak : -1);
      await harness.pass(DAY_MS);
    }
    expect(streaks).toEqual([1, 2, 0, 1, 2, 3]);
    expect(await puzzles.showTo(alice)).toMatchObject({ value: { streak: 3, yours: null } });
    expect(await puzzles.streaks(alice)).toEqual({ now: 3, longest: 3 });
    await harness.pass(DAY_MS);
    expect(await puzzles.showTo(alice)).toMatchObject({ value: { streak: 0 } });
    expect(await puzzles.streaks(alice)).toEqual({ now: 0, longest: 3 });
  });

  it('DP10 is counted into a streak as the plain definition says', () => {
    const days = Array.from({ length: 12 }, (_, back) => back).reduce<string[]>(
      (list) => [...list, list.length ? dayBefore(list.at(-1)!) : TODAY],
      [],
    );
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (solved) => {
        const dates = days.filter((_, back) => solved[back]);
        const run = (solved[0] ? solved : solved.slice(1)).indexOf(false);
        const whole = solved[0] ? 12 : 11;
        expect(streakOf(dates, TODAY)).toBe(run < 0 ? whole : run);
        const runs = solved
          .map((is) => (is ? 'x' : ' '))
          .join('')
          .split(' ');
        expect(longestStreak(dates)).toBe(Math.max(...runs.map(({ length }) => length)));
      }),
    );
  });
});
