import { describe, expect, it } from 'vitest';
import { Mirror } from '../../src/redis/mirror.ts';
import type { Change } from '../../src/redis/shared-row.ts';

const TEXT = '"own"';

function open() {
  const mirror = new Mirror<string>({
    processId: 'p',
    decode: (text) => JSON.parse(text),
    graceMs: 1_000,
    now: () => 0,
  });
  const row = { version: 1, token: mirror.makeToken(), at: 0, text: TEXT };
  const put: Change = { ...row, key: 'a', isLost: false };
  const removal: Change = { ...put, version: 2, token: 'q:1', text: '' };
  return { mirror, put, removal, confirm: () => mirror.confirm('a', row, 'own') };
}

const SNAPSHOT = { life: 'one', version: 0, rows: new Map(), ignored: 0 };

describe('a put that Redis has accepted', () => {
  it('SH13 does not bring back what a later change has removed', () => {
    const { mirror, put, removal, confirm } = open();
    for (const change of [put, removal]) expect(mirror.hear(change)).toBe(true);
    confirm();
    expect(mirror.entries.size).toBe(0);
  });

  it('SH14 shows at once while a snapshot is being read, and changes after it still count', () => {
    const { mirror, put, removal, confirm } = open();
    const begun = mirror.beginReading();
    for (const change of [put, removal]) mirror.hear(change);
    confirm();
    expect([...mirror.entries]).toEqual([['a', 'own']]);
    expect(mirror.replace(SNAPSHOT, begun).isBehind).toBe(false);
    expect(mirror.entries.size).toBe(0);
  });

  it('SH15 does not replace a later local write', () => {
    const { mirror, put, confirm } = open();
    mirror.write('a', { at: 0, text: '"later"' }, 'later');
    confirm();
    expect(mirror.entries.get('a')).toBe('later');
    mirror.hear(put);
    expect(mirror.entries.get('a')).toBe('later');
  });

  it('SH16 shows once, with one report', () => {
    const { mirror, put, confirm } = open();
    const told: string[] = [];
    mirror.observe((key, after, before) => told.push(`${key} ${before} ${after}`));
    confirm();
    mirror.hear(put);
    expect(told).toEqual(['a null own']);
  });
});
