// @vitest-environment happy-dom
import { reaction as reactions } from '@anchor/wire';
import { signal } from '@preact/signals';
import { startMatch } from 'bg-rules';
import type { ConnectionStatus, MatchSession, MatchView } from 'bg-session';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { PlayerStrip } from '../../src/pages/match/player-strip.tsx';
import { Toolbar } from '../../src/pages/match/toolbar.tsx';
import { emoji, phrases } from '../../src/play/reactions.tsx';
import type { Countries } from '../../src/state/countries.ts';
import { StoredPreferences } from '../../src/state/preferences.ts';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => act(() => render(null, app)));

/** The preferences of a device, which keeps them. */
function preferencesOf(kept = new Map<string, string>()): StoredPreferences {
  return new StoredPreferences({
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, text: string) => Boolean(kept.set(name, text)),
    remove: (name: string) => kept.delete(name),
  } as never);
}

const match = startMatch({ length: 3, rules: { cube: true, crawford: true, jacoby: false, beavers: false } });
const player = (name: string, digit: string) => ({ name, pub: digit.repeat(64), bot: true, custody: 'own' });
const view = (seat: MatchView['seat'], reaction: string) =>
  ({
    seat,
    match,
    header: { length: 3, players: [player('Ann', '1'), player('Bob', '2')], clock: null },
    presence: [{ online: true }, { online: true }],
    outcome: null,
    reactions: [
      { key: 1, seat: 0, reaction: 'good-luck' },
      { key: 2, seat: 1, reaction },
    ],
  }) as unknown as MatchView;

function show(seat: MatchView['seat'], preferences: StoredPreferences, reaction = 'thumbs-up'): void {
  const parts = {
    connection: { status: signal<ConnectionStatus>('offline') },
    countries: {} as Countries,
    session: {} as MatchSession,
  };
  const strip = { ...parts, view: view(seat, reaction), position: match.position, cube: null, preferences };
  const both = ([0, 1] as const).map((one) => <PlayerStrip key={one} {...strip} player={one} />);
  act(() => render(both, app));
}

const said = () => [...app.querySelectorAll('.strip__reaction')].map(({ textContent }) => textContent);
const press = (name: string) =>
  act(() =>
    [...app.querySelectorAll('button')]
      .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
      ?.click(),
  );

describe('phrases and emoji', () => {
  test('TA1 of an opponent are muted by one press beside them, which this device remembers; one’s own stay', () => {
    const kept = new Map<string, string>();
    const preferences = preferencesOf(kept);
    show(0, preferences);
    expect(said()).toEqual(['Good luck!', '👍Thumbs up']);
    expect(app.querySelectorAll('.strip__reaction button')).toHaveLength(1);
    press('Mute phrases and emoji');
    show(0, preferences);
    expect(said()).toEqual(['Good luck!']);
    show(1, preferencesOf(kept));
    expect(said()).toEqual(['👍Thumbs up']);
    show(null, preferencesOf(kept));
    expect(said()).toEqual([]);
  });

  test('TA3 that this page does not know are not shown', () => {
    for (const unknown of ['of-a-newer-server', 'constructor', '__proto__']) {
      show(0, preferencesOf(), unknown);
      expect(said()).toEqual(['Good luck!']);
    }
  });

  test('TA2 are all offered, emoji first, and each is sent by one press; the list says that others are muted', () => {
    expect([...emoji, ...phrases].toSorted()).toEqual([...reactions.options].toSorted());
    expect([emoji.length, phrases.length]).toEqual([8, 16]);
    const preferences = preferencesOf();
    const sent: string[] = [];
    const onReact = (one: string) => sent.push(one);
    const rest = { onSettings: () => {}, onResign: null, onLeave: () => {}, header: null, isPhone: false };
    const draw = () =>
      act(() => render(<Toolbar {...rest} preferences={preferences} isPlaying hasRolled onReact={onReact} />, app));
    draw();
    const names = () => [...app.querySelectorAll<HTMLElement>('.reactions__list > div button')];
    press('Say something');
    const count = names().length;
    for (let at = 0; at < count; at++) {
      if (names().length === 0) press('Say something');
      act(() => names()[at]?.click());
    }
    expect(sent).toEqual([...emoji, ...phrases]);
    press('Say something');
    press('Mute phrases and emoji');
    draw();
    expect(app.querySelector('.reactions__list p')?.textContent).toBe('Phrases and emoji are muted on this device.');
    press('Unmute');
    expect(preferences.current.value.muted).toBe(false);
  });
});
