import { courseOf, deepReport, isForced, jobOf, type PlayDecision } from '@anchor/analysis';
import { randomRecord, vectorRecord } from '@anchor/testkit/records';
import type { JobResult, PlayRow } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { legalPlays, swapPlayers } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPuzzling, puzzlesFromMatches } from '../../src/domain/puzzle/from-matches.ts';
import { type Puzzle, parsePuzzle, scoreOf, viewOf } from '../../src/domain/puzzle/puzzle.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { judgements, storeAnalysed } from '../support/deep-match.ts';
import { type Harness, openHarness, PUZZLES } from '../support/harness.ts';

const DAY_MS = 86_400_000;
const ENGINE = { engineId: 'engine-1', ply: 2 };
const match = { length: 5, rules: { cube: true, crawford: true, jacoby: false, beavers: false } };
const money = { length: 0, rules: { cube: true, crawford: false, jacoby: true, beavers: true } };
const bank = new Set(await puzzleBank(PUZZLES)());

/** Decisions that can be puzzles if judged so. */
function apt(record: MatchRecord): PlayDecision[] {
  const { decisions } = courseOf(record);
  return decisions.filter((one): one is PlayDecision => one.kind === 'play' && !isForced(one) && one.plays.length > 5);
}

/** Gammons do not count here, but the evaluation counts them. */
const isMuddled = ({ state }: PlayDecision) => state.length === 0 && state.rules.jacoby && state.cube.owner === null;

/** Only these events are puzzles. */
const only = (events: readonly number[]) => (decision: PlayDecision) => events.includes(decision.n);

function row(changes: Partial<PlayRow> = {}, second = 0.06, third = 0.1, win = 0.6): PlayRow {
  const play = (loss: number) => ({ hops: [], equity: 0, mwc: null, loss, probs: [win, 0, 0, 0, 0] as const });
  const best = [play(0), play(second), play(third)].map((one) => ({ ...one, probs: [...one.probs] }));
  return { kind: 'play', of: 6, loss: 0.15, best, ...changes } as PlayRow;
}

describe('the criteria', () => {
  it('PM1 require several close plays, a clear best one, a mistake by the player, and an open game', () => {
    for (const good of [row(), row({ loss: 0.08 }), row({}, 0.04), row({}, 0.25, 0.4), row({}, 0.1, 0.1, 0.05)])
      expect(isPuzzling(good)).toBe(true);
    const few = [row({ of: 5 }), row({ best: row().best.slice(0, 2) }), row({ best: [] })];
    const plain = [row({ loss: 0 }), row({ loss: 0.079 }), row({ loss: 0.41 })];
    const unclear = [row({}, 0.039), row({}, 0.26, 0.3), row({}, 0.1, 0.41)];
    const decided = [row({}, 0.06, 0.1, 0.049), row({}, 0.06, 0.1, 0.951)];
    const unknown = row({ best: row().best.map((play) => ({ ...play, probs: null })) });
    for (const bad of [...few, ...plain, ...unclear, ...decided, unknown])
      expect(isPuzzling(bad), JSON.stringify(bad)).toBe(false);
  });
});

describe('a puzzle from a match', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await openHarness();
  });
  afterEach(() => harness.close());

  type Results = ReadonlyMap<string, JobResult>;
  const keep = (record: MatchRecord, results: Results, other = harness, left = results) =>
    storeAnalysed(other.store, { record, engine: ENGINE, results, left }, other.world.now());
  /** Today's stored puzzle. */
  const todays = async (other = harness): Promise<string> => {
    expect(await other.service.puzzles.show()).toMatchObject({ ok: true });
    return (await other.store.puzzles.get(other.service.puzzles.today)) ?? '';
  };
  const asks = ({ position, dice }: Puzzle) => JSON.stringify([position, dice]);
  const asked = ({ state, player, dice }: PlayDecision) => {
    const { points, bar, off } = player === 0 ? state.position : swapPlayers(state.position);
    return JSON.stringify([{ points, bar, off }, dice.toSorted((a, b) => b - a)]);
  };

  const cases = [randomRecord(31, match), vectorRecord('match-7'), vectorRecord('money-beaver')];
  it.each(cases.map((record) => [record.header.id, record] as const))(
    'PM2 asks what either player of %s had to decide, and judges as the report does',
    async (_id, record) => {
      for (const player of [0, 1] as const) {
        const other = await openHarness();
        const decisions = apt(record).filter((one) => one.player === player);
        const { length } = record.header;
        const wanted = decisions.findLast((one) => !isMuddled(one))!;
        const results = judgements(record, ENGINE, only([wanted.n]));
        await keep(record, results, other);
        const puzzle = parsePuzzle(await todays(other));
        const { state } = wanted;
        expect(asks(puzzle)).toBe(asked(wanted));
        const owner = state.cube.owner === null ? null : state.cube.owner === player ? 0 : 1;
        const score = length === 0 ? [0, 0] : [state.score[player], state.score[1 - player]];
        expect(puzzle).toMatchObject({ cube: { value: state.cube.value, owner }, score, length });
        expect(puzzle.plays.map(({ hops }) => hops)).toEqual(
          legalPlays(puzzle.position, 0, puzzle.dice).map(({ hops }) => hops),
        );
        const made = deepReport(record, ENGINE, results).moves.find(({ n }) => n === wanted.n) as PlayRow;
        const answer = scoreOf(puzzle, made.hops)!;
        expect(answer.rank).toBe(made.rank);
        expect(answer.loss).toBeCloseTo(made.loss, 4);
        expect(answer.best.map(({ loss }) => loss.toFixed(4))).toEqual(made.best.map(({ loss }) => loss.toFixed(4)));
        expect(answer.best[0]?.hops).toEqual(made.best[0]?.hops);
        await other.close();
      }
    },
  );

  it('PM3 is anonymous, and its public view does not depend on the evaluation of its plays', async () => {
    const record = randomRecord(32, match);
    await keep(record, judgements(record, ENGINE, only([apt(record)[3]!.n])));
    const text = await todays();
    const shown = await harness.service.puzzles.show();
    if (!shown.ok) throw new Error(shown.message);
    const { id, players } = record.header;
    for (const word of [id, ...players.flatMap(({ pub, name }) => [pub, JSON.stringify(name).slice(1, -1)])])
      for (const told of [text, JSON.stringify(shown.value)]) expect(told).not.toContain(word);
    const puzzle = parsePuzzle(text);
    const plays = puzzle.plays.toReversed().map((play) => ({ ...play, equity: -play.equity }));
    expect(viewOf(harness.service.puzzles.today, { ...puzzle, plays })).toEqual(shown.value.puzzle);
    expect(Object.keys(shown.value.puzzle)).not.toContain('plays');
  });

  it('PM4 is used once; if the match has no other, the bank is used', async () => {
    const record = randomRecord(33, match);
    const distinct = [...new Map(apt(record).map((one) => [asked(one), one])).values()].slice(-3);
    const questions = distinct.map(asked);
    await keep(record, judgements(record, ENGINE, only(distinct.map(({ n }) => n))));
    const seen: string[] = [];
    for (let day = 0; day < 3; day++) {
      seen.push(asks(parsePuzzle(await todays())));
      await harness.pass(DAY_MS);
    }
    expect(seen.toSorted()).toEqual(questions.toSorted());
    expect(bank).toContain(await todays());
  });

  it('PM5 depends only on storage and date, and stays whatever is analysed later', async () => {
    const record = randomRecord(34, match);
    const results = judgements(record, ENGINE, () => true);
    await keep(record, results);
    const first = await todays();
    expect(bank).not.toContain(first);
    const other = await openHarness();
    await keep(record, results, other);
    expect(await todays(other)).toBe(first);
    await other.close();
    const later = await openHarness();
    await keep(record, results, later);
    await later.pass(DAY_MS);
    expect(await todays(later)).not.toBe(first);
    await later.close();
    const newer = randomRecord(35, match);
    await keep(
      newer,
      judgements(newer, ENGINE, () => true),
    );
    expect(await todays()).toBe(first);
    await harness.pass(DAY_MS);
    expect(apt(newer).map(asked)).toContain(asks(parsePuzzle(await todays())));
  });

  it('PM6 needs chances for every play, agreement with the engine’s choice, and gammons that count', async () => {
    const record = randomRecord(36, match);
    const wanted = apt(record)[5]!;
    const { key } = jobOf(wanted, ENGINE)!;
    const results = judgements(record, ENGINE, only([wanted.n]));
    const { plays } = results.get(key)!;
    const { hops, equity } = plays.at(-1)!;
    const otherMind = [plays[1]!, plays[0]!, ...plays.slice(2)];
    const said = [plays.slice(0, -1), [...plays.slice(0, -1), { hops, equity }], otherMind, []];
    for (const changed of said) {
      const other = await openHarness();
      await keep(record, results, other, new Map([...results, [key, { plays: changed }]]));
      expect(bank).toContain(await todays(other));
      await other.close();
    }
    const forgotten = new Map(results);
    forgotten.delete(key);
    await keep(record, results, harness, forgotten);
    expect(bank).toContain(await todays());
    const whole = await openHarness();
    await keep(record, results, whole);
    expect(bank).not.toContain(await todays(whole));
    await whole.close();
  });

  it('PM7 is not taken if the evaluation counts gammons that the rules do not', async () => {
    const record = randomRecord(37, money);
    const muddled = apt(record).filter(isMuddled);
    expect(muddled.length).toBeGreaterThan(3);
    await keep(record, judgements(record, ENGINE, only(muddled.map(({ n }) => n))));
    expect(bank).toContain(await todays());
  });

  it('PM8 comes from the bank while the storage fails, and the failure is logged', async () => {
    for (const part of ['records', 'annotations', 'evaluations'] as const) {
      const failing = async () => Promise.reject(new Error('disk on fire'));
      const broken = { recentIds: failing };
      const other = await openHarness({
        wrap: (store) => ({
          ...store,
          [part]: { ...store[part], read: failing, ...(part === 'records' && broken) },
        }),
      });
      const record = randomRecord(38, match);
      await keep(
        record,
        judgements(record, ENGINE, () => true),
        other,
      );
      expect(bank).toContain(await todays(other));
      expect(other.log.errors.join()).toMatch(/could not create a puzzle from a match.*disk on fire/);
      await other.close();
    }
  });

  it('PM9 is searched once for concurrent requests, and again after a failure', async () => {
    let looks = 0;
    const other = await openHarness({
      wrap: (store) => ({
        ...store,
        records: {
          ...store.records,
          recentIds: (count) => {
            looks++;
            return store.records.recentIds(count);
          },
        },
        puzzles: {
          ...store.puzzles,
          keep: (...kept) => (looks === 1 ? Promise.reject(new Error('full')) : store.puzzles.keep(...kept)),
        },
      }),
    });
    const ask = () => Promise.all(Array.from({ length: 10 }, () => other.service.puzzles.show()));
    expect((await ask()).map(({ ok }) => ok)).toEqual(Array(10).fill(false));
    expect((await ask()).map(({ ok }) => ok)).toEqual(Array(10).fill(true));
    expect(looks).toBe(2);
    await other.close();
  });
});

describe('the search', () => {
  it('PM10 is bounded in matches and reports', async () => {
    const record = randomRecord(39, match);
    const plain = JSON.stringify(
      deepReport(
        record,
        ENGINE,
        judgements(record, ENGINE, () => false),
      ),
    );
    const search = async (share: number) => {
      let reads = 0;
      const text = await puzzlesFromMatches({
        confirm: async () => true,
        records: {
          recentIds: async (count) => Array.from({ length: count }, (_, index) => String(index)),
          read: () => expect.fail('no decision suits'),
        },
        annotations: {
          read: async ({ matchId }) => {
            reads++;
            return Number(matchId) % share === 0 ? plain : null;
          },
        },
        evaluations: { read: () => expect.fail('no decision suits') },
        puzzles: { has: () => expect.fail('no decision suits') },
        engine: ENGINE,
      })('2026-11-21');
      expect(text).toBeNull();
      return reads;
    };
    expect([await search(1), await search(3), await search(1000)]).toEqual([20, 58, 200]);
  });
});
