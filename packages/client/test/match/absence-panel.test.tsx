import type { MatchSession, MatchView, ServerWarning } from 'bg-session';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { inTheMiddle } from '../../../session/test/support/middle.ts';
import { AbsencePanel } from '../../src/pages/match/absence-panel.tsx';
import { Banners } from '../../src/pages/match/banners.tsx';

const NOW = 1_790_000_000_000;
const { device } = await inTheMiddle();
const absence = { seat: 1, since: NOW - 60_000, endsAt: NOW + 65_000, isClaimed: false } as const;

/** The texts of a component in a match in which Bo is announced as absent. */
function textOf(Component: typeof AbsencePanel | typeof Banners, changes: Partial<MatchView>): string {
  const session = { now: () => NOW } as MatchSession;
  const html = renderToString(<Component session={session} view={{ ...device.view, absence, ...changes }} />);
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

describe('the absence of the opponent', () => {
  test('CP11 is shown with the time from which a claim ends the match, and the button', () => {
    const text = textOf(AbsencePanel, {});
    expect(text).toContain('Bo has been away since');
    expect(text).toContain('You may claim the match. The claim takes effect in 1:05, unless Bo comes back first.');
    expect(text).toContain('Bo’s clock keeps running. Claim the match');
    expect(textOf(AbsencePanel, { absence: { ...absence, endsAt: NOW } })).toContain('You may claim the match now.');
    expect(textOf(AbsencePanel, { asideInFlight: 'claim' })).toContain('Sending…');
  });

  test('CP12 says so after the claim', () => {
    const text = textOf(AbsencePanel, { absence: { ...absence, isClaimed: true } });
    expect(text).toContain('Claimed. It takes effect in 1:05 unless Bo comes back.');
    expect(text).not.toContain('Claim the match');
  });

  test.each([
    { seat: null },
    { seat: 1 as const },
    { absence: null },
    { outcome: {} as never },
    { halted: { code: 'forked', transcripts: 1 as const } },
  ])('CP13 is not shown with %j', (changes) => {
    expect(textOf(AbsencePanel, changes)).toBe('');
  });
});

describe('the banners', () => {
  const warned = (warning: ServerWarning) => textOf(Banners, { absence: null, warning });

  test('SN8 say of a silent server what new connections got, and that it proves nothing', () => {
    const silent = { kind: 'silent', tried: 1, shown: 1, isSeat: false } as const;
    expect(warned(silent)).toContain('The server isn’t answering about your move. Trying a new connection (2 of 3)…');
    const done = warned({ ...silent, tried: 3, shown: 3 });
    expect(done).toContain('3 of 3 new connections showed the match but no answer about your move.');
    expect(done).toContain('This can’t be proved: a bad network looks the same.');
    expect(warned({ ...silent, isSeat: true })).toContain('that you play on this device');
  });

  test('GA5 say how much time was given back, and of an outage how long it was', () => {
    expect(warned({ kind: 'refunded', refundedMs: 65_900 })).toContain('gaps of 65 s in all');
    const gap = (ms: number) => textOf(Banners, { absence: null, notice: { kind: 'gap', ms } });
    expect(gap(600_000)).toContain('The service was down for 10 min. The clocks were stopped.');
    expect(gap(35_400)).toContain('The service was down for 35 s. The clocks were stopped.');
  });
});
