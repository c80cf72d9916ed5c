import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSubject, parseSubject } from '../../src/domain/bans/subject.ts';
import { isSameNetwork, networkAddress, parseAddress } from '../../src/shared/address.ts';
import { arrivalOf } from '../../src/shared/arrival.ts';

const counted = (remoteAddress: string) => arrivalOf({ headers: {}, socket: { remoteAddress } }, false).address;
const forwarded = (header: string) =>
  arrivalOf({ headers: { 'x-forwarded-for': header }, socket: { remoteAddress: '192.0.2.1' } }, true).address;

// Addresses as whole numbers, and their texts written and compared without the library.
const MAPPED = 0xffffn << 32n;
const low = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
/** Groups are often 0, so that addresses can be shortened in several places. */
const groups = fc.array(fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat({ max: 0xffff })), {
  minLength: 8,
  maxLength: 8,
});
const numberOf = (all: readonly number[]) => all.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n);
const groupsOf = (number: bigint) =>
  Array.from({ length: 8 }, (_, i) => Number((number >> BigInt(16 * (7 - i))) & 0xffffn));
const dotted = (number: bigint) => [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.');
const bitsOf = (number: bigint, size: number) => number.toString(2).padStart(size, '0');

interface Spelling {
  readonly upper: boolean;
  readonly padded: boolean;
  /** The run of zero groups that is written as `::`, if there is one. */
  readonly run: number;
  /** The last two groups are written as an IPv4 address. */
  readonly dottedEnd: boolean;
  readonly zone: string;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  upper: fc.boolean(),
  padded: fc.boolean(),
  run: fc.nat({ max: 3 }),
  dottedEnd: fc.boolean(),
  zone: fc.constantFrom('', '%eth0', '%1', '%en0.5', '%a-b'),
});

/** Writes an IPv6 address. The form ::192.0.2.1 is left out: the library reads it as the IPv4 address. */
function write(number: bigint, { upper, padded, run, dottedEnd, zone }: Spelling): string {
  const all = groupsOf(number);
  const isCompatible = all.slice(0, 6).every((group) => group === 0);
  const inHex = dottedEnd && !isCompatible ? all.slice(0, 6) : all;
  const words = inHex.map((group) => group.toString(16).padStart(padded ? 4 : 1, '0'));
  if (inHex.length === 6) words.push(dotted(number & 0xffff_ffffn));
  const runs = inHex.flatMap((group, i) => (group === 0 && inHex[i - 1] !== 0 ? [i] : []));
  const start = runs[run];
  if (start !== undefined) {
    const length = inHex.slice(start).findIndex((group) => group !== 0);
    words.splice(start, length < 0 ? inHex.length - start : length, '');
  }
  const [first, last] = [words[0] === '' ? ':' : '', words.at(-1) === '' ? ':' : ''];
  const text = `${first}${words.join(':')}${last}`;
  return (upper ? text.toUpperCase() : text) + zone;
}

/** The text that limits must count by, computed from the number alone. */
const network64 = (number: bigint) =>
  number >> 32n === 0xffffn
    ? dotted(number)
    : groupsOf(number)
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':');

describe('the address that limits count by', () => {
  it('AD3 is the /64 network of an IPv6 address in every spelling', () => {
    fc.assert(
      fc.property(groups, spelling, (all, how) => {
        const number = numberOf(all);
        const text = write(number, how);
        expect(isIP(text), text).toBe(6);
        expect(counted(text), text).toBe(network64(number));
        expect(forwarded(`198.51.100.1, ${text}`), text).toBe(network64(number));
      }),
      { numRuns: 2_000 },
    );
  });

  it('AD6 is the same for two IPv6 addresses exactly if they agree in 64 bits', () => {
    fc.assert(
      fc.property(low, low, low, fc.nat({ max: 127 }), spelling, (network, a, b, bit, how) => {
        const first = (network << 64n) | a;
        const second = ((network << 64n) | b) ^ (1n << BigInt(bit));
        // The IPv4-mapped addresses share a /64 network, and each counts for itself.
        if (first >> 32n === 0xffffn || second >> 32n === 0xffffn) return;
        const isSame = counted(write(first, how)) === counted(write(second, how));
        expect(isSame).toBe(first >> 64n === second >> 64n);
      }),
      { numRuns: 1_000 },
    );
  });

  it('AD4 is the IPv4 address of an IPv4-mapped IPv6 address in every spelling', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 32 - 1 }), spelling, (ipv4, how) => {
        const number = BigInt(ipv4);
        expect(counted(dotted(number))).toBe(dotted(number));
        expect(counted(write(MAPPED | number, how)), write(MAPPED | number, how)).toBe(dotted(number));
      }),
    );
  });

  it('AD5 is the text itself if a proxy sends no address, 64 characters at most', () => {
    const noAddress = [
      'unknown',
      '192.0.2.7:8080',
      '[2001:db8::1]:443',
      '[2001:db8::1]',
      '0x7f.1',
      '127.1',
      '192.0.2.07',
    ];
    for (const text of [...noAddress, '192.0.2.256', '1::2::3', ':::', '::1%', '%eth0', '2001:db8::1/64'])
      expect(forwarded(text), text).toBe(text);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const last = text
          .slice(text.lastIndexOf(',') + 1)
          .trim()
          .slice(0, 64);
        const address = forwarded(text);
        expect(address.length).toBeLessThanOrEqual(64);
        if (isIP(last) === 0) expect(address).toBe(last || '192.0.2.1');
      }),
    );
  });
});

describe('an address', () => {
  it('is read exactly if Node reads it', () => {
    const nearly = fc.tuple(
      fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6()),
      fc.nat({ max: 40 }),
      fc.constantFrom(...':.0fxG%/ '),
    );
    fc.assert(
      fc.property(nearly, ([text, at, character]) => {
        const damaged = text.slice(0, at) + character + text.slice(at + 1);
        for (const one of [text, damaged]) expect(parseAddress(one) !== null, one).toBe(isIP(one) !== 0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is in a range exactly if the first bits agree', () => {
    fc.assert(
      fc.property(groups, groups, fc.nat({ max: 64 }), fc.nat({ max: 64 }), (a, b, shared, prefix) => {
        const first = numberOf(a);
        const rest = 128n - BigInt(shared);
        const second = ((first >> rest) << rest) | (numberOf(b) & ((1n << rest) - 1n));
        const plain = { upper: false, padded: false, run: 3, dottedEnd: false, zone: '' };
        const [one, other] = [first, second].map((number) => parseAddress(write(number, plain)));
        if (!one || !other) throw new TypeError('no address');
        if (one.kind() === 'ipv4' || other.kind() === 'ipv4') return;
        const agree = bitsOf(first, 128).slice(0, prefix) === bitsOf(second, 128).slice(0, prefix);
        expect(isSameNetwork(one, other, prefix)).toBe(agree);
        const left = BigInt(128 - prefix);
        const start = parseAddress(write((first >> left) << left, plain));
        expect(networkAddress(one, prefix).toString()).toBe(start?.toString());
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not in a range of the other family', () => {
    const [ipv4, ipv6] = ['192.0.2.1', '2001:db8::1'].map((text) => parseAddress(text));
    expect(ipv4 && ipv6 && isSameNetwork(ipv4, ipv6, 0)).toBe(false);
  });
});

describe('a range in a ban', () => {
  it('has the text that the URL standard writes', () => {
    fc.assert(
      fc.property(groups, fc.integer({ min: 16, max: 64 }), (all, prefix) => {
        const number = numberOf(all);
        if (number >> 32n === 0xffffn) return;
        const read = parseSubject(
          `${groupsOf(number)
            .map((group) => group.toString(16))
            .join(':')}/${prefix}`,
        );
        const left = BigInt(128 - prefix);
        const start = groupsOf((number >> left) << left)
          .map((group) => group.toString(16))
          .join(':');
        const shortest = new URL(`http://[${start}]`).hostname.slice(1, -1);
        expect(read.ok && makeSubject(read.value)).toBe(`${shortest}/${prefix}`);
      }),
      { numRuns: 1_000 },
    );
  });
});
