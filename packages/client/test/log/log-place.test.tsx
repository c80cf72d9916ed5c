// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import type { MatchRecord } from 'bg-record';
import type { FormerLog, LogPlace } from 'bg-session';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LogPlaceView } from '../../src/play/log-place.tsx';

const saved = vi.hoisted(() => vi.fn());
vi.mock('../../src/platform/browser.ts', async (original) => ({ ...(await original<object>()), saveJson: saved }));

const statement = { type: 'log-key', origin: 'log.test/log', key: 'key', server: 'aa', sig: 'bb' } as const;
const end = { ...statement, type: 'log-end', size: 2, root: 'cc', at: 5 } as const;
const lost: FormerLog = { statement, note: 'the newest note', end, known: 4, isWhole: false };
const whole: FormerLog = { ...lost, end: { ...end, size: 9 }, known: 9, isWhole: true };
const earlier: FormerLog = { ...lost, note: 'an earlier note', known: 7 };

describe('the place of a match in the public log', () => {
  const app = document.body.appendChild(document.createElement('div'));
  afterEach(() => {
    act(() => render(null, app));
    saved.mockReset();
  });

  async function show(place: LogPlace): Promise<string> {
    const record = { header: { id: 'match-1' } } as MatchRecord;
    const connection = { status: signal('online'), shownKey: signal('aa') };
    const client = { publicLog: async () => ({ place: async () => place }), connection, evidence: {} } as never;
    act(() => render(<LogPlaceView record={record} client={client} />, app));
    await vi.waitFor(() => expect(app.textContent).not.toContain('Looking for this match'));
    return app.textContent ?? '';
  }

  async function saveAll(): Promise<unknown[]> {
    for (const one of app.querySelectorAll('button')) await act(async () => one.click());
    return saved.mock.calls.map(([, file]) => file);
  }
  const fileOf = ({ note }: FormerLog) =>
    expect.objectContaining({ publicLog: expect.objectContaining({ ended: { note, end } }) });

  test.each([
    [false, 'isn’t in the public log yet'],
    [true, 'ended a day ago'],
  ])('LW50 a result without an entry (late: %s) is shown with the former log that was cut', async (isLate, text) => {
    const shown = await show({ kind: 'pending', isLate, former: lost });
    expect(shown).toContain(text);
    expect(shown).toContain('it states 2 entries, but your browser had verified a signed state of 4');
    expect(await saveAll()).toEqual([fileOf(lost)]);
  });

  test('LW51 an earlier log that was cut is shown beside the one that ended as a whole', async () => {
    const shown = await show({ kind: 'entry', index: 1, size: 3, former: whole, cut: [earlier] });
    expect(shown).toContain('The server closed its former log with 9 entries');
    expect(shown).toContain('newest part of an earlier log: it states 2 entries');
    expect(shown).toContain('a signed state of 7');
    expect(await saveAll()).toEqual([fileOf(earlier)]);
  });

  test('LW52 without a former log nothing more is shown', async () => {
    await show({ kind: 'pending', isLate: false });
    expect(app.querySelectorAll('button, .notice')).toHaveLength(0);
  });
});
