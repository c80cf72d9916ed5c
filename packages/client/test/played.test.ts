import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import { Played } from '../src/state/played.ts';

function storageOf(stored: string | null, keeps = true) {
  let text = stored;
  return {
    read: () => text,
    write: (_: string, next: string | null) => {
      if (keeps) text = next;
      return keeps;
    },
  };
}

function playedOn(stored: string | null, keeps = true) {
  const [begun, me] = [signal<string | null>(null), signal<object | null>(null)];
  const storage = storageOf(stored, keeps);
  return { begun, me, storage, played: new Played({ storage, begun, me }) };
}

describe('the number of matches of a device', () => {
  test('HO5 a device without a key belongs to a stranger, and one with a key does not', () => {
    const { played, me, storage } = playedOn(null);
    expect(played.count).toBe(null);
    me.value = {};
    expect(played.count).toBe(0);
    const next = new Played({ storage, begun: signal(null), me: signal(null) });
    expect(next.count, 'before a key is proved').toBe(0);
  });

  test('HO9 a device to which a key was brought belongs to no stranger, before the key is proved', () => {
    const { played, storage } = playedOn(null);
    played.noteKey();
    expect(played.count).toBe(0);
    expect(new Played({ storage, begun: signal(null), me: signal(null) }).count).toBe(0);
    const { played: before } = playedOn('7');
    before.noteKey();
    expect(before.count).toBe(7);
  });

  test('HO6 each match that begins is counted once, and those of other tabs count too', () => {
    const { played, begun, me, storage } = playedOn(null);
    me.value = {};
    begun.value = 'a';
    begun.value = 'a';
    expect(played.count).toBe(1);
    begun.value = 'b';
    me.value = {};
    expect(played.count).toBe(2);
    storage.write('', '5');
    begun.value = 'c';
    expect(played.count).toBe(6);
  });

  test.each(['', 'x', '-1', '1.5', '1e9', 'null'])('HO7 the stored text %j counts as nothing', (text) => {
    expect(playedOn(text).played.count).toBe(null);
  });

  test('HO8 where nothing is stored, the page itself counts', () => {
    const { played, begun } = playedOn(null, false);
    begun.value = 'a';
    begun.value = 'b';
    expect(played.count).toBe(2);
  });
});
