/** The eight groups of an IPv6 address; a zone that is named behind it is left out. Anything else throws a `TypeError`. */
export function ipv6Groups(address: string): readonly number[] {
  // URLs write addresses in one way
  const [head = '', tail = ''] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail)];
  const zeros = Array(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address that an IPv6 socket writes as ::ffff:192.0.2.1; any other address as it is. */
export function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function groupsIn(text: string): string[] {
  return text.split(':').filter(Boolean);
}
