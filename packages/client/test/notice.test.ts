import { pushNotice } from '@anchor/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readNotice, shownAs } from '../offline/notice.ts';

const turn = { kind: 'turn', name: 'Ann', path: '/match/abcDEF-_0123456789abcd' } as const;
const challenge = { kind: 'challenge', name: 'Ann', path: '/' } as const;
const opponent = { kind: 'opponent', name: 'Ann', path: '/' } as const;

test('PU15 the service worker reads every message that the server may send', () => {
  for (const notice of [turn, opponent, challenge, { ...challenge, name: '' }]) {
    expect(z.parse(pushNotice, notice)).toEqual(notice);
    expect(readNotice(JSON.stringify(notice))).toEqual(notice);
  }
});

test('PU16 the service worker shows nothing of another form, and opens no other page', () => {
  const wrong = [
    ...['', '{}', 'null', '[]', '"turn"'],
    ...[
      { kind: 'other' },
      { kind: 'toString' },
      { kind: ['turn'] },
      { kind: null },
      { name: 5 },
      { path: 'https://example.org/' },
      { path: '//example.org' },
    ],
    ...[{ path: '/match/../settings' }, { path: 'javascript:alert(1)' }, { path: '' }],
  ].map((one) => (typeof one === 'string' ? one : JSON.stringify({ ...turn, ...one })));
  expect(wrong.map(readNotice)).toEqual(wrong.map(() => null));
  fc.assert(
    fc.property(fc.json(), (text) => {
      readNotice(text);
    }),
  );
  expect(readNotice(JSON.stringify({ ...turn, name: 'x'.repeat(5000) }))?.name).toHaveLength(48);
});

test('PU17 a message is shown in the language of the page, with the tag of the page’s own notification', () => {
  expect(shownAs(turn, 'en-GB')).toEqual({
    title: 'Your turn',
    body: '\u2068Ann\u2069 is waiting for you.',
    tag: 'turn-abcDEF-_0123456789abcd',
  });
  expect(shownAs(turn, 'de-DE').body).toBe('\u2068Ann\u2069 wartet auf dich.');
  expect(shownAs(opponent, 'fr')).toMatchObject({ title: 'Opponent found', tag: 'pairing' });
  expect(shownAs(challenge, 'de')).toEqual({
    title: 'Neue Herausforderung',
    body: '\u2068Ann\u2069 fordert dich zu einem Match heraus.',
    tag: 'challenge',
  });
  const nameless = { ...challenge, name: '' };
  expect(shownAs(nameless, 'en').body).toBe('A player challenges you to a match.');
  expect(shownAs(nameless, 'de').body).toBe('Ein anderer Spieler fordert dich zu einem Match heraus.');
});
