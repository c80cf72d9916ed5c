import { stepsOf } from 'bg-record';
import { expect, test } from 'vitest';
import { judge } from '../../src/judged/judged.ts';
import { cardsOf, costliest } from '../../src/judged/mistakes.ts';
import { momentsOf } from '../../src/judged/moments.ts';
import { randomMatch, reportOf } from '../review/reviewed.ts';

test('BC8 the review keeps the errors and blunders of one player, with the moment and the engine that judged it', async () => {
  const match = await randomMatch(2);
  const report = reportOf(match, 'mwc-per-point');
  const judged = judge(momentsOf(stepsOf(match.record)), report);
  for (const id of [match.record.header.id, null]) {
    for (const player of [0, 1] as const) {
      const cards = cardsOf({ match: id, judged, report }, player, 7);
      const wrong = judged.filter(
        ({ moment, mark }) => moment.player === player && (mark === 'error' || mark === 'blunder'),
      );
      expect(wrong.length).toBeGreaterThan(5);
      expect(cards.map(({ loss }) => loss)).toEqual(wrong.map(({ cost }) => cost));
      expect(cards[0]).toMatchObject({ engineId: 'test-1', ply: 1, added: 7, schedule: null });
      for (const [index, { from }] of cards.entries()) {
        expect(from).toEqual(id === null ? null : { match: id, n: wrong[index]!.moment.n });
      }
    }
  }
});

test('BC15 the decision that cost most is the one with the largest cost of a player, or of both', async () => {
  const match = await randomMatch(2);
  const judged = judge(momentsOf(stepsOf(match.record)), reportOf(match, 'mwc-per-point'));
  const costOf = (player: 0 | 1) =>
    Math.max(...judged.flatMap(({ moment, cost }) => (moment.player === player ? [cost ?? 0] : [])));
  for (const player of [0, 1] as const)
    expect(costliest(judged, player)).toMatchObject({ cost: costOf(player), moment: { player } });
  expect(costliest(judged, null)?.cost).toBe(Math.max(costOf(0), costOf(1)));
  expect(costliest(judge(momentsOf(stepsOf(match.record)), null), null)).toBeNull();
});
