/** The eight 16-bit groups of an IPv6 address, without its zone. Throws a `TypeError` for anything else. */
export function ipv6Groups(address: string): readonly number[] {
  // The URL parser brings every spelling of an address into one form.
  const [head = '', tail = ''] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail)];
  const zeros = Array(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address inside an IPv4-mapped IPv6 address (::ffff:192.0.2.1). Returns any other address unchanged. */
export function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function groupsIn(text: string): string[] {
  return text.split(':').filter(Boolean);
}
