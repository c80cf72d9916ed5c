import { isIPv6 } from 'node:net';

/** How a request came in. */
export interface Arrival {
  /** What visitors are counted by: an IPv4 address, or the /64 network of an IPv6 address, which one household has to itself. */
  readonly address: string;
  /** Scheme and host that the client used. */
  readonly origin: string;
}

/** The parts of Node's request that tell. */
export interface ArrivingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `encrypted` is true on a TLS connection. */
  readonly socket: { readonly remoteAddress?: string | undefined; readonly encrypted?: boolean };
}

/** Behind a trusted proxy the last address that it appended counts; what the client wrote before it does not. */
export function arrivalOf({ headers, socket }: ArrivingRequest, isProxyTrusted: boolean): Arrival {
  const forwarded = (name: string) => (isProxyTrusted ? lastOf(headers[name]) : null);
  const protocol = forwarded('x-forwarded-proto') ?? (socket.encrypted ? 'https' : 'http');
  const scheme = protocol === 'https' ? 'https' : 'http';
  const address = forwarded('x-forwarded-for') ?? socket.remoteAddress ?? '';
  return { address: networkOf(address), origin: `${scheme}://${headers.host ?? 'localhost'}` };
}

function lastOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header.join(',') : header;
  return text?.split(',').at(-1)?.trim() || null;
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const zeros = tail === undefined ? [] : Array(8 - groups.length - tail.split(':').filter(Boolean).length).fill('0');
  return [...groups, ...zeros, ...(tail?.split(':') ?? [])].slice(0, 4).join(':');
}
