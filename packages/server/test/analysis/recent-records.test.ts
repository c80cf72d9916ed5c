import { vectorRecord } from '@anchor/testkit/records';
import { describe, expect, it } from 'vitest';
import { RecentRecords } from '../../src/domain/analysis/recent-records.ts';

const record = vectorRecord('match-1-borne-off');
const copyOf = (id: string) => structuredClone({ ...record, header: { ...record.header, id } });

describe('recent records', () => {
  it('are shared by all copies', () => {
    const recent = new RecentRecords(10 * record.events.length);
    const first = copyOf('a');
    expect(recent.first(first)).toBe(first);
    expect(recent.first(copyOf('a'))).toBe(first);
    const other = copyOf('b');
    expect(recent.first(other)).toBe(other);
    const altered = { ...copyOf('a'), finalHash: 'f'.repeat(64) };
    expect(recent.first(altered)).toBe(altered);
  });

  it('evict the least recently used', () => {
    const recent = new RecentRecords(2 * record.events.length);
    const [a, b, c] = [copyOf('a'), copyOf('b'), copyOf('c')];
    recent.first(a);
    recent.first(b);
    recent.first(copyOf('a'));
    recent.first(c);
    expect(recent.first(copyOf('a'))).toBe(a);
    expect(recent.first(copyOf('b'))).not.toBe(b);
  });

  it('do not keep a match larger than the whole cache', () => {
    const recent = new RecentRecords(record.events.length - 1);
    const [first, second] = [copyOf('a'), copyOf('a')];
    expect(recent.first(first)).toBe(first);
    expect(recent.first(second)).toBe(second);
  });
});
