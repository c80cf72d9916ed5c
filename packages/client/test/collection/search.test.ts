import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KeptMatch } from '../../src/collection/kept-match.ts';
import { found, type Order, type ResultFilter, winnerOf } from '../../src/collection/search.ts';

const name = fc.constantFrom('Ann', 'Ann Lee', 'Bob', 'Zoë', 'LEE');
const pr = fc.option(fc.integer({ min: 0, max: 5 }));
const points = fc.integer({ min: 0, max: 3 });

const rows: fc.Arbitrary<KeptMatch[]> = fc
  .array(
    fc.record({
      names: fc.tuple(name, name),
      length: fc.constantFrom(0, 3),
      score: fc.tuple(points, points),
      date: fc.constantFrom(null, '2024-01-01', '2024-01-02'),
      added: fc.integer({ min: 0, max: 3 }),
      review: fc.option(
        fc.record({
          kind: fc.constant('done' as const),
          engineId: fc.constant('x'),
          ply: fc.constant(2),
          pr: fc.tuple(pr, pr),
        }),
      ),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map((one, n) => ({ ...one, id: String(n), games: 1, event: null, file: 'x', fileLength: 1, index: n })),
  );

const plain = (text: string) => text.toLowerCase().replace('ë', 'e');

describe('the search of the collection', () => {
  test('KL18 finds what a reader would by looking at each match, in the order that was asked for', () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom('', ' ', 'ann', 'LEE', 'lee  ann', 'zoe', 'ZOË', 'cid'),
        fc.constantFrom<ResultFilter>('all', 'finished', 'unfinished', 'won', 'lost'),
        fc.constantFrom<Order>('added', 'played', 'best', 'worst'),
        (all, player, result, order) => {
          const words = plain(player.trim()).split(/ +/);
          const sides = ({ names }: KeptMatch) =>
            [0, 1].filter((seat) => words.every((word) => plain(names[seat]!).includes(word)));
          const isWanted = (match: KeptMatch) => {
            const [left, right] = match.score;
            const isOver = match.length === 0 || left >= match.length || right >= match.length;
            const seats = sides(match);
            if (seats.length === 0) return false;
            if (result === 'all' || result === (isOver ? 'finished' : 'unfinished')) return true;
            if (!isOver || result === 'finished' || result === 'unfinished') return false;
            if (player.trim() === '') return true;
            const own = (seat: number) => match.score[seat]! - match.score[1 - seat]!;
            return seats.some((seat) => (result === 'won' ? own(seat) > 0 : own(seat) < 0));
          };
          const hits = found(all, { player, result, order });
          expect(new Set(hits)).toEqual(new Set(all.filter(isWanted)));
          expect(new Set(hits).size).toBe(hits.length);
          const keys = hits.map((match): number => {
            if (order === 'added') return -match.added;
            if (order === 'played') return -Date.parse(match.date ?? '1970-01-01');
            const known = sides(match).flatMap((seat) =>
              match.review?.kind === 'done' ? (match.review.pr[seat] ?? []) : [],
            );
            if (known.length === 0) return Number.POSITIVE_INFINITY;
            return order === 'best' ? Math.min(...known) : -Math.max(...known);
          });
          expect(keys).toEqual(keys.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('KL19 knows the winner of a match and of a session, if there is one', () => {
    const winner = (length: number, left: number, right: number) => winnerOf({ length, score: [left, right] });
    expect([winner(5, 5, 3), winner(5, 2, 6), winner(5, 4, 4), winner(0, 2, 1), winner(0, 1, 1)]).toEqual([
      0,
      1,
      'unfinished',
      0,
      null,
    ]);
  });
});
