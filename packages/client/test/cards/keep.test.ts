import { stepsOf } from 'bg-record';
import { expect, test } from 'vitest';
import { judge } from '../../src/pages/review/judged.ts';
import { cardsOf } from '../../src/pages/review/keep-cards.tsx';
import { momentsOf } from '../../src/pages/review/moments.ts';
import { subjectOfRecord } from '../../src/pages/review/subject.ts';
import { randomMatch, reportOf } from '../review/reviewed.ts';

test('BC8 the review keeps the errors and blunders of one player, with the moment and the engine that judged it', async () => {
  const match = await randomMatch(2);
  const report = reportOf(match, 'mwc-per-point');
  const judged = judge(momentsOf(stepsOf(match.record)), report);
  for (const origin of ['server', 'file'] as const) {
    const subject = subjectOfRecord(match, origin);
    for (const player of [0, 1] as const) {
      const cards = cardsOf({ subject, judged, report }, player, 7);
      const wrong = judged.filter(
        ({ moment, mark }) => moment.player === player && (mark === 'error' || mark === 'blunder'),
      );
      expect(wrong.length).toBeGreaterThan(5);
      expect(cards.map(({ loss }) => loss)).toEqual(wrong.map(({ cost }) => cost));
      expect(cards[0]).toMatchObject({ engineId: 'test-1', ply: 1, added: 7, schedule: null });
      for (const [index, { from }] of cards.entries()) {
        if (origin === 'file') expect(from).toBeNull();
        else expect(from).toEqual({ match: match.record.header.id, n: wrong[index]!.moment.n });
      }
    }
  }
});
