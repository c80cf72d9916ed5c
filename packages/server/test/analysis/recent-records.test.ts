import { describe, expect, it } from 'vitest';
import { vectorRecord } from '../../../analysis/test/records.ts';
import { RecentRecords } from '../../src/domain/analysis/recent-records.ts';

const record = vectorRecord('match-1-borne-off');
const copyOf = (id: string) => structuredClone({ ...record, header: { ...record.header, id } });

describe('recent records', () => {
  it('are one for all copies', () => {
    const recent = new RecentRecords(10 * record.events.length);
    const first = copyOf('a');
    expect(recent.first(first)).toBe(first);
    expect(recent.first(copyOf('a'))).toBe(first);
    const other = copyOf('b');
    expect(recent.first(other)).toBe(other);
    const altered = { ...copyOf('a'), finalHash: 'f'.repeat(64) };
    expect(recent.first(altered)).toBe(altered);
  });

  it('forget those that were asked for longest ago', () => {
    const recent = new RecentRecords(2 * record.events.length);
    const [a, b, c] = [copyOf('a'), copyOf('b'), copyOf('c')];
    recent.first(a);
    recent.first(b);
    recent.first(copyOf('a'));
    recent.first(c);
    expect(recent.first(copyOf('a'))).toBe(a);
    expect(recent.first(copyOf('b'))).not.toBe(b);
  });

  it('remember nothing of a match that is longer than all they keep', () => {
    const recent = new RecentRecords(record.events.length - 1);
    const [first, second] = [copyOf('a'), copyOf('a')];
    expect(recent.first(first)).toBe(first);
    expect(recent.first(second)).toBe(second);
  });
});
