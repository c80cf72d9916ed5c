import type { Result } from 'bg-rules';
import { type Address, networkAddress, parseAddress } from '../../shared/address.ts';

/** The subject of a ban: a key, or a range of addresses. */
export type Subject =
  | { readonly kind: 'key'; readonly pub: string }
  /** The first `prefix` bits of the address count. The others are 0. */
  | { readonly kind: 'network'; readonly address: Address; readonly prefix: number };

/** A household usually has a /64 network of IPv6. Rate limits count it as one visitor. */
const IPV6_HOUSEHOLD = 64;
/** The shortest allowed prefix, so that one ban cannot exclude a large part of the Internet. */
const LEAST_PREFIX = { ipv4: 8, ipv6: 16 } as const;

/** Reads a public key, an address, or a range such as 192.0.2.0/24. An IPv6 address stands for its /64 network. */
export function parseSubject(text: string): Result<Subject, 'bad-subject'> {
  if (/^[0-9a-f]{64}$/i.test(text)) return { ok: true, value: { kind: 'key', pub: text.toLowerCase() } };
  const [, written = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const given = parseAddress(written);
  if (given === null) return refused('Name a key (64 hex digits), an address or a range such as 192.0.2.0/24.');
  const family = given.kind();
  const most = family === 'ipv4' ? 32 : IPV6_HOUSEHOLD;
  const prefix = bits === undefined ? most : Number(bits);
  const least = LEAST_PREFIX[family];
  if (prefix < least || prefix > most)
    return refused(`The prefix of an ${family === 'ipv4' ? 'IPv4' : 'IPv6'} range must be from /${least} to /${most}.`);
  return { ok: true, value: { kind: 'network', address: networkAddress(given, prefix), prefix } };
}

/** The canonical text of a subject; see `parseSubject`. */
export function makeSubject(subject: Subject): string {
  if (subject.kind === 'key') return subject.pub;
  const { address, prefix } = subject;
  return address.kind() === 'ipv4' && prefix === 32 ? address.toString() : `${address}/${prefix}`;
}

function refused(message: string) {
  return { ok: false, code: 'bad-subject', message } as const;
}
