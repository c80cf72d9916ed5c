import type { MatchSession, MatchView } from 'bg-session';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { inTheMiddle } from '../../../session/test/support/middle.ts';
import { CorrespondenceLine } from '../../src/pages/match/correspondence-line.tsx';
import { HolidayPanel } from '../../src/pages/match/holiday-panel.tsx';

const NOW = 1_790_000_000_000;
const DAY_MS = 86_400_000;
const { device } = await inTheMiddle({
  clock: null,
  moveMs: DAY_MS,
  absenceMs: null,
  dice: 'advance',
  holidayDays: 7,
});
const session = { now: () => NOW } as MatchSession;
const none = { daysLeft: 7, until: null };
const off = { daysLeft: 4, until: NOW + 3 * DAY_MS };

function text(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const lineOf = (changes: Partial<MatchView>) =>
  text(
    renderToString(
      <CorrespondenceLine session={session} view={{ ...device.view, ...changes }} onHoliday={() => undefined} />,
    ),
  );
const panelOf = (changes: Partial<MatchView>) =>
  text(
    renderToString(<HolidayPanel session={session} view={{ ...device.view, ...changes }} onDone={() => undefined} />),
  );

describe('the time for an answer', () => {
  test('NC1 is shown against a person, and against the bot only on its last day', () => {
    const [one, other] = device.view.header.players;
    const withBot = { ...device.view.header, players: [one, { ...other, bot: true }] as const };
    const answerBy = (ms: number) => ({ answerBy: { player: 0, at: NOW + ms } as const });
    expect(lineOf(answerBy(20 * DAY_MS))).toContain('Move by');
    expect(lineOf({ ...answerBy(20 * DAY_MS), header: withBot })).not.toContain('Move by');
    expect(lineOf({ ...answerBy(DAY_MS - 1), header: withBot })).toContain('Move by');
  });
});

describe('days off', () => {
  test('HD15 are offered to a player who has some left, and only on the device that plays', () => {
    expect(lineOf({ holidays: [none, none] })).toContain('Take days off…');
    expect(lineOf({ holidays: [none, none], asideInFlight: 'holiday' })).toContain('Sending…');
    for (const changes of [
      { holidays: [{ ...off, daysLeft: 0 }, none] },
      { seat: null },
      { holidays: null },
      { halted: { code: 'forked', transcripts: 1 } },
      { device: 'elsewhere' },
      { hasRolled: false },
    ] as const)
      expect(lineOf({ holidays: [none, none], ...changes })).not.toContain('Take days off');
    expect(lineOf({ holidays: [none, none], outcome: {} as never })).toBe('');
  });

  test('HD16 of either player are shown with their end, and no longer after it', () => {
    expect(lineOf({ holidays: [off, none] })).toContain('You’re off until');
    expect(lineOf({ holidays: [none, off] })).toContain('Bo is off until');
    expect(lineOf({ holidays: [none, off], seat: null })).toContain('Bo is off until');
    expect(
      lineOf({
        holidays: [
          { ...off, until: NOW },
          { ...off, until: NOW },
        ],
      }),
    ).not.toContain('off until');
  });

  test('HD17 can be chosen up to those that are left, and follow the ones that are running', () => {
    const full = panelOf({ holidays: [none, none] });
    expect(full).toContain('You have 7 of 7 days left in this match.');
    expect(full).toContain('Days 1 2 3 4 5 6 7 Take 1 day off');
    expect(full).not.toContain('They follow');
    const running = panelOf({ holidays: [off, none] });
    expect(running).toContain('You have 4 of 7 days left');
    expect(running).toContain('They start when your current days off end. Days 1 2 3 4 Take 1 day off');
    expect(panelOf({ holidays: [{ ...off, daysLeft: 0 }, none] })).toBe('');
  });
});
