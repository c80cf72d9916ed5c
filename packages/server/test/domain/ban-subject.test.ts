import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bans } from '../../src/domain/bans/bans.ts';
import { makeSubject, parseSubject, type Subject } from '../../src/domain/bans/subject.ts';
import type { StoredBan } from '../../src/domain/ports/players.ts';
import { arrivalOf } from '../../src/shared/arrival.ts';
import { FakeLog, FakeWorld } from '../support/fake-world.ts';

const written = (text: string) => {
  const read = parseSubject(text);
  return read.ok ? makeSubject(read.value) : read.code;
};
const networkOf = (remoteAddress: string) => arrivalOf({ headers: {}, socket: { remoteAddress } }, false).address;

async function bansOf(...subjects: readonly string[]) {
  const world = new FakeWorld();
  const stored: StoredBan[] = subjects.map((text) => ({
    subject: written(text),
    until: null,
    reason: null,
    created: 0,
  }));
  const store = { all: async () => stored, put: async () => {}, remove: async () => false, expire: async () => {} };
  const log = new FakeLog();
  const bans = new Bans({ store, world, log });
  await bans.refresh();
  return { bans, world, stored, log };
}

describe('the subject of a ban', () => {
  it.each([
    ['AB'.repeat(32), 'ab'.repeat(32)],
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7/32', '192.0.2.7'],
    ['192.0.2.7/24', '192.0.2.0/24'],
    ['203.255.255.255/9', '203.128.0.0/9'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:1:aaaa::5', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:2:3:4:5/64', '2001:db8:0:1::/64'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
    ['::1', '::/64'],
  ])('has one canonical text: %s', (text, canonical) => {
    expect(written(text)).toBe(canonical);
    expect(written(canonical)).toBe(canonical);
  });

  it.each([
    '',
    'x',
    'ab'.repeat(31),
    '192.0.2',
    '192.0.2.7/7',
    '192.0.2.7/33',
    '2001:db8::/65',
    '2001::/15',
    '1.2.3.4/',
    '1.2.3.4/a',
    '0.0.0.0/0',
    '1.2.3.4 ',
  ])('is refused: %j', (text) => {
    expect(written(text)).toBe('bad-subject');
  });

  it('matches exactly the addresses of its range (checked bit by bit)', async () => {
    const byte = fc.integer({ min: 0, max: 255 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(byte, byte, byte, byte),
        fc.tuple(byte, byte, byte, byte),
        fc.integer({ min: 8, max: 32 }),
        async (a, b, prefix) => {
          const { bans } = await bansOf(`${a.join('.')}/${prefix}`);
          const bits = (parts: readonly number[]) => parts.map((part) => part.toString(2).padStart(8, '0')).join('');
          // Random addresses rarely share the first bits.
          const near = [...a.slice(0, 2), ...b.slice(2)];
          for (const other of [b, near]) {
            const isIn = bits(a).slice(0, prefix) === bits(other).slice(0, prefix);
            expect(bans.ofNetwork(networkOf(other.join('.'))) !== null).toBe(isIn);
          }
        },
      ),
    );
  });

  it('is the /64 network of an IPv6 address, as for rate limits', async () => {
    const { bans } = await bansOf('2001:db8:0:1::9', '2001:db8:7::/48');
    for (const address of ['2001:db8:0:1::1', '2001:db8:0:1:ffff::', '2001:db8:7:ffff::1'])
      expect(bans.ofNetwork(networkOf(address))).toEqual({ what: 'address', until: null, reason: null });
    for (const address of ['2001:db8:0:2::1', '2001:db8:8::1', '::1', '192.0.2.1', '', 'unknown', '1.2.3.4:80'])
      expect(bans.ofNetwork(networkOf(address)), address).toBeNull();
  });

  it('is banned only as long as the ban lasts, also while the storage cannot be read', async () => {
    const pub = 'ab'.repeat(32);
    const { bans, world, stored, log } = await bansOf(pub);
    const until = world.now() + 1_000;
    stored[0] = { subject: pub, until, reason: 'rude', created: 0 };
    await bans.refresh();
    expect(bans.ofKey(pub)).toEqual({ what: 'key', until, reason: 'rude' });
    expect(bans.ofKey('cd'.repeat(32))).toBeNull();
    stored.push = () => 0;
    Object.defineProperty(stored, 'some', {
      get() {
        throw new Error('the storage is away');
      },
    });
    await bans.refresh();
    await bans.refresh();
    expect(log.errors).toHaveLength(1);
    expect(bans.ofKey(pub)).not.toBeNull();
    world.setNow(until);
    expect(bans.ofKey(pub)).toBeNull();
  });
});

describe('a subject', () => {
  it('is parsed from its text', () => {
    const networks: fc.Arbitrary<Subject> = fc
      .tuple(fc.ipV4(), fc.integer({ min: 8, max: 32 }))
      .map(([address, prefix]) => parseSubject(`${address}/${prefix}`))
      .map((read) => (read.ok ? read.value : { kind: 'key', pub: '' }));
    fc.assert(
      fc.property(networks, (subject) => {
        expect(parseSubject(makeSubject(subject))).toEqual({ ok: true, value: subject });
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 16, max: 64 }), (address, prefix) => {
        const read = parseSubject(`${address}/${prefix}`);
        // An IPv4-mapped IPv6 address has the range of the IPv4 address.
        if (read.ok) expect(parseSubject(makeSubject(read.value))).toEqual(read);
      }),
    );
  });
});
