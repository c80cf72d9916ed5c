import { canonicalJson } from 'bg-record';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Appender, maxBatch } from '../../src/storage/append.ts';
import type { EventRow, Verdict } from '../../src/storage/rows.ts';
import { event } from './fixtures.ts';

/** A table in memory that stores all rows or none, after a short delay. */
class Table {
  readonly rows = new Map<string, string>();
  readonly inserts: number[] = [];
  #asked = () => {};

  /** Resolves when the next insert has begun. */
  begun(): Promise<void> {
    return new Promise((resolve) => {
      this.#asked = resolve;
    });
  }

  readonly insert = async (rows: readonly EventRow[]): Promise<Verdict> => {
    this.inserts.push(rows.length);
    this.#asked();
    await new Promise(setImmediate);
    const keys = rows.map(({ matchId, n }) => `${matchId} ${n}`);
    if (new Set(keys).size < keys.length || keys.some((key) => this.rows.has(key))) return 'conflict';
    rows.forEach(({ text }, index) => {
      this.rows.set(keys[index] ?? '', text);
    });
    return 'stored';
  };
}

/** A process with its own history. It sends without waiting, and stops a match after a conflict. */
class Writer {
  readonly #appender: Appender;
  readonly #next = new Map<string, number>();

  constructor(table: Table) {
    this.#appender = new Appender(table.insert);
  }

  async append(match: string, note: number): Promise<Verdict> {
    const n = this.#next.get(match) ?? 0;
    if (n < 0) return 'conflict';
    this.#next.set(match, n + 1);
    const verdict = await this.#appender.append(match, event(n, note));
    if (verdict === 'conflict') this.#next.set(match, -1);
    return verdict;
  }
}

describe('appends', () => {
  it('that arrive together share one transaction, as do those that arrive during it', async () => {
    const table = new Table();
    const appender = new Appender(table.insert);
    const begun = table.begun();
    const first = ['a', 'b', 'c'].map((match) => appender.append(match, event(0)));
    await begun;
    const second = ['d', 'e'].map((match) => appender.append(match, event(0)));
    expect(await Promise.all([...first, ...second])).toEqual(Array(5).fill('stored'));
    expect(table.inserts).toEqual([3, 2]);
  });

  it('are split into batches of limited size', async () => {
    const table = new Table();
    const appender = new Appender(table.insert);
    const verdicts = Array.from({ length: 2 * maxBatch + 1 }, (_, index) => appender.append(`m${index}`, event(0)));
    expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['stored']));
    expect(table.inserts).toEqual([maxBatch, maxBatch, 1]);
  });

  it('all fail when the database does, and later events of their matches are refused', async () => {
    const table = new Table();
    let isBroken = true;
    const appender = new Appender(async (rows) => {
      if (!isBroken) return table.insert(rows);
      isBroken = false;
      await table.insert([]);
      throw new Error('no disk');
    });
    const begun = table.begun();
    const failing = ['a', 'b'].map((match) => appender.append(match, event(0)));
    await begun;
    const behind = appender.append('a', event(1));
    const outcomes = await Promise.allSettled(failing);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await behind).toBe('conflict');
    expect(await appender.append('a', event(0))).toBe('stored');
    expect(table.rows.size).toBe(1);
  });

  it('refuse events queued behind one that lost its number', async () => {
    const table = new Table();
    const appender = new Appender(table.insert);
    await appender.append('a', event(0));
    const begun = table.begun();
    const early = appender.append('a', event(0, 1));
    await begun;
    const late = [appender.append('a', event(1)), appender.append('b', event(0))];
    expect(await Promise.all([early, ...late])).toEqual(['conflict', 'conflict', 'stored']);
  });

  it('store one history per match for any races', async () => {
    const plan = fc.array(
      fc.record({
        match: fc.constantFrom('a', 'b', 'c'),
        writer: fc.constantFrom(0 as const, 1 as const),
        pause: fc.boolean(),
      }),
      {
        maxLength: 60,
      },
    );
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const table = new Table();
        const writers = [new Writer(table), new Writer(table)] as const;
        const verdicts = [];
        for (const { match, writer, pause } of steps) {
          verdicts.push(writers[writer].append(match, writer));
          if (pause) await new Promise(setImmediate);
        }
        const stored = (await Promise.all(verdicts)).filter((verdict) => verdict === 'stored');
        expect(stored).toHaveLength(table.rows.size);
        // The process that stored a match's first event stored all of it.
        for (const [key, text] of table.rows) {
          const [match, n] = key.split(' ');
          const owner = table.rows.get(`${match} 0`) === canonicalJson(event(0, 0)) ? 0 : 1;
          expect(text).toBe(canonicalJson(event(Number(n), owner)));
        }
      }),
    );
  });
});
