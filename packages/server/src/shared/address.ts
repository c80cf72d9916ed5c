import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IPv4 or IPv6 address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an IPv4 address with four decimal parts or an IPv6 address in any spelling, and ignores the zone. An IPv4-mapped IPv6 address
 * (::ffff:192.0.2.1) is read as the IPv4 address. Returns null for any other text.
 */
export function parseAddress(text: string): Address | null {
  // The library alone would also read octal, hexadecimal and shortened IPv4 addresses.
  return isIP(text) === 0 ? null : ipaddr.process(text.replace(/%.*/, ''));
}

/** The address with all bits after the first `prefix` set to 0. */
export function networkAddress(address: Address, prefix: number): Address {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${address}/${prefix}`);
}

/** True if both addresses are of one family and agree in the first `prefix` bits. */
export function isSameNetwork(a: Address, b: Address, prefix: number): boolean {
  return a.kind() === b.kind() && a.match(b, prefix);
}
