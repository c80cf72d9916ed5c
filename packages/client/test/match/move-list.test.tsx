import type { MatchView } from 'bg-session';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { inTheMiddle } from '../../../session/test/support/middle.ts';
import { gamesOf, MoveList } from '../../src/pages/match/move-list.tsx';
import { readHistory } from '../../src/play/history.ts';
import { playAtRandom } from './played.ts';

test.each([3, 17, 40, 77])(
  'TC1 the list has every decision once and in order, that of player 0 on the left, in as few numbered lines as that allows (seed %i)',
  (seed) => {
    const played = playAtRandom(seed, 5, 20_000);
    const { steps } = readHistory(played.header, played.events);
    const games = gamesOf(steps);
    expect(games.map(({ game }) => game)).toEqual([...new Set(steps.map(({ game }) => game))]);
    expect(games.length).toBeGreaterThan(1);
    const rows = games.flatMap((one) => one.rows);
    const entries = rows.flatMap((row) => row.filter((entry) => entry !== null));
    expect(entries.map(({ step }) => step)).toEqual(steps);
    expect(entries.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
    for (const [left, right] of rows) {
      if (left) expect(left.step.player).toBe(0);
      if (right) expect(right.step.player).toBe(1);
      expect(left ?? right).not.toBeNull();
    }
    for (const { rows: lines } of games)
      for (const [at, [left]] of lines.entries()) {
        const above = lines[at - 1];
        // A line with only a decision of player 1 could not stand beside the one above.
        if (at > 0 && !left) expect(above?.[1]).not.toBeNull();
      }
  },
);

test('TC2 without a move the list says what was agreed', async () => {
  const { device } = await inTheMiddle();
  const agreed = (changes: Partial<MatchView>, header: Partial<MatchView['header']> = {}) => {
    const view = { ...device.view, ...changes, header: { ...device.view.header, ...header } };
    const nothing = () => undefined;
    const html = renderToString(<MoveList view={view} steps={[]} shown={null} onShow={nothing} onSeal={nothing} />);
    return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text);
  };
  const clock = { delayMs: 12_000, reserveMs: 600_000 };
  const timed = { rated: true, clock, moveMs: null, absenceMs: 300_000 };
  const terms = ['Rated', '12 seconds per turn, plus a reserve of 10 minutes'];
  const away = 'Away for more than 5 minutes: your opponent may claim the win. Your clock keeps running.';
  expect(agreed({ seat: 0 }, timed)).toEqual([...terms, away]);
  expect(agreed({ seat: null }, timed)).toEqual(terms);
  const { players } = device.view.header;
  const untimed = { rated: false, clock: null, moveMs: 86_400_000, absenceMs: null };
  expect(agreed({ seat: 0 }, untimed)).toEqual(['Unrated']);
  expect(agreed({ seat: 0 }, { ...untimed, players: [players[0], { ...players[1], bot: true }] })).toEqual([
    'Unrated',
    'No clock',
  ]);
});
