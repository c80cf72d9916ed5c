import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { importToSgf } from 'bg-record/import';
import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CollectionStore, onCollectionChange } from '../../src/collection/collection-store.ts';
import { idOfImport, type KeptReview } from '../../src/collection/kept-match.ts';
import { EVERYTHING, found, type Order, type ResultFilter } from '../../src/collection/search.ts';
import { type ReadMatch, readAgain, readInput } from '../../src/engine/read-import.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

/** A match of one roll, in which Ann may have won the game. */
function mat(names: readonly [string, string], { length = 1, roll = '31: 8/5 6/5', wins = false } = {}): string {
  return ` ${length} point match

 Game 1
 ${names[0]} : 0                        ${names[1]} : 0
  1) ${roll}                 42: 8/4 6/4
${wins ? '  2) 11: 6/5 6/5 8/7 8/7\n      Wins 1 point and the match\n' : ''}
`;
}

async function read(text: string): Promise<readonly ReadMatch[]> {
  const input = await readInput(text);
  if (!input.ok || input.kind !== 'matches') throw new Error('the text has no match');
  return input.matches;
}

const PEOPLE = ['Ann', 'Bob', 'Zoë', 'Ann Lee'] as const;
const ROLLS = ['31: 8/5 6/5', '42: 8/4 6/4', '61: 13/7 8/7'] as const;
const pr = fc.option(fc.integer({ min: 0, max: 300 }).map((tenths) => tenths / 10));

interface Drawn {
  readonly names: readonly [string, string];
  readonly length: number;
  readonly roll: string;
  readonly wins: boolean;
}

const match: fc.Arbitrary<Drawn> = fc.record({
  names: fc.tuple(fc.constantFrom(...PEOPLE), fc.constantFrom(...PEOPLE)),
  length: fc.constantFrom(1, 1, 3),
  roll: fc.constantFrom(...ROLLS),
  wins: fc.boolean(),
});

/** A match of the model: what was drawn, and its review. */
interface Modelled extends Drawn {
  readonly id: string;
  readonly file: string;
  readonly winner: number | null;
  review: readonly (number | null)[] | null;
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('keep' as const), file: fc.array(match, { minLength: 1, maxLength: 3 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('remove' as const), some: fc.array(fc.nat(), { maxLength: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('review' as const), one: fc.nat(), pr: fc.tuple(pr, pr) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('search' as const),
        player: fc.constantFrom('', 'ann', 'ANN', 'zoe', 'lee ann', 'nobody'),
        result: fc.constantFrom<ResultFilter>('all', 'finished', 'unfinished', 'won', 'lost'),
        order: fc.constantFrom<Order>('added', 'played', 'best', 'worst'),
      }),
    },
  ),
  { maxLength: 14 },
);

const holds = (name: string, words: string) =>
  words.split(' ').every((word) => name.toLowerCase().replace('ë', 'e').includes(word.toLowerCase()));

describe('the collection', () => {
  test('KL1 keeps, reviews, finds and deletes as a list of matches would, within its bounds', async () => {
    const bounds = { matches: 6, characters: 1_500 };
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        vi.stubGlobal('indexedDB', new IDBFactory());
        const store = new CollectionStore(bounds);
        const model = new Map<string, Modelled>();
        const lengthOf = () => [...new Set([...model.values()].map(({ file }) => file))].join('').length;
        for (const step of all) {
          if (step.do === 'keep') {
            const text = step.file.map((one) => mat(one.names, one)).join('');
            const reads = await read(text);
            const expected = { added: 0, known: 0, refused: 0 };
            reads.forEach((one, n) => {
              const drawn = step.file[n]!;
              const id = idOfImport(one.match);
              const isHere = [...model.values()].some(({ file }) => file === text);
              const hasRoom =
                model.size < bounds.matches && lengthOf() + (isHere ? 0 : text.length) <= bounds.characters;
              if (model.has(id)) expected.known++;
              else if (!hasRoom) expected.refused++;
              else {
                expected.added++;
                const winner = drawn.wins && drawn.length === 1 ? 0 : null;
                model.set(id, { ...drawn, id, file: text, winner, review: null });
              }
            });
            expect(await store.add(reads)).toEqual(expected);
          } else if (step.do === 'remove') {
            const ids = [...model.keys()];
            const gone = step.some.flatMap((n) => ids[n % Math.max(ids.length, 1)] ?? []);
            await store.remove([...gone, 'unknown']);
            for (const id of gone) model.delete(id);
          } else if (step.do === 'review') {
            const id = [...model.keys()][step.one % Math.max(model.size, 1)] ?? 'unknown';
            await store.setReview(id, { kind: 'done', engineId: 'x', ply: 2, pr: step.pr });
            const one = model.get(id);
            if (one) one.review = step.pr;
          } else if (step.do === 'clear') {
            await store.clear();
            model.clear();
          } else {
            const { player, result, order } = step;
            const hits = found(await store.list(), { player, result, order });
            const sides = (one: Modelled) => [0, 1].filter((n) => holds(one.names[n]!, player));
            const wanted = [...model.values()].filter((one) => {
              const seats = sides(one);
              if (seats.length === 0) return false;
              if (result === 'all') return true;
              if (result === 'unfinished') return one.winner === null;
              if (one.winner === null) return false;
              if (result === 'finished' || player === '') return true;
              return seats.some((seat) => (seat === one.winner) === (result === 'won'));
            });
            expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(wanted.map(({ id }) => id)));
            if (order === 'best' || order === 'worst') {
              const figures = hits.map(({ id }) => {
                const one = model.get(id)!;
                const known = sides(one).flatMap((seat) => one.review?.[seat] ?? []);
                if (known.length === 0) return Number.POSITIVE_INFINITY;
                return order === 'best' ? Math.min(...known) : -Math.max(...known);
              });
              expect(figures).toEqual(figures.toSorted((a, b) => a - b));
            }
          }
        }
        const rows = await store.list();
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(model.keys()));
        for (const row of rows) {
          const source = await store.source(row);
          const again = source && (await readAgain(source));
          expect(again && idOfImport(again)).toBe(row.id);
        }
        // what was deleted leaves its room: files are kept up to the bound again
        await store.remove(rows.map(({ id }) => id));
        const longest = mat(['A'.repeat(60), 'B'.repeat(60)]).padEnd(bounds.characters);
        expect(await store.add(await read(longest))).toMatchObject({ added: 1 });
      }),
      { numRuns: 60 },
    );
  });

  test('KL2 keeps the same match of two formats and of two files once', async () => {
    const store = new CollectionStore();
    const text = readFileSync(new URL('../../../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8');
    const [one] = await read(text);
    expect(await store.add([one!])).toEqual({ added: 1, known: 0, refused: 0 });
    expect(await store.add(await read(`; a copy\n${text}`))).toEqual({ added: 0, known: 1, refused: 0 });
    expect(await store.add(await read(importToSgf(one!.match)))).toEqual({ added: 0, known: 1, refused: 0 });
    const other = mat(['Ann', 'Bob']);
    for (const text of [other, other.replace('8/5 6/5', '24/23 13/10'), other.replace('8/4 6/4', '13/7')])
      expect(await store.add(await read(text)), text).toMatchObject({ added: 1 });
    expect(await store.list()).toHaveLength(4);
  });

  test('KL3 keeps nothing of a file for which the browser has no space, and loses nothing', async () => {
    const store = new CollectionStore();
    await store.add(await read(mat(['Ann', 'Bob'])));
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      await expect(store.add(await read(mat(['Ann', 'Zoë'])))).rejects.toThrow('full');
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    const rows = await store.list();
    expect(rows.map(({ names }) => names)).toEqual([['Ann', 'Bob']]);
    expect(await store.source(rows[0]!)).not.toBeNull();
    expect(await store.add(await read(mat(['Ann', 'Zoë'])))).toMatchObject({ added: 1 });
  });

  test('KL4 rejects in a browser that stores nothing, and leaves out rows that are no matches', async () => {
    const store = new CollectionStore();
    await store.add(await read(mat(['Ann', 'Bob'])));
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('anchor-collection');
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction('matches', 'readwrite');
    transaction.objectStore('matches').put({ id: 'no match' });
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    expect(await store.list()).toHaveLength(1);
    vi.stubGlobal('indexedDB', undefined);
    await expect(new CollectionStore().list()).rejects.toThrow();
  });

  test('KL5 tells the pages of this site of each change', async () => {
    const changed = vi.fn();
    const end = onCollectionChange(changed);
    const store = new CollectionStore();
    await store.add(await read(mat(['Ann', 'Bob'])));
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
    const [row] = await store.list();
    const review: KeptReview = { kind: 'failed', code: 'failed' };
    await store.setReview(row!.id, review);
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
    expect(found(await store.list(), EVERYTHING)[0]?.review).toEqual(review);
    await store.clear();
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(3));
    end();
  });
});
