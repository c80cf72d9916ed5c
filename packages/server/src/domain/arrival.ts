import { isIPv6 } from 'node:net';
import { ipv6Groups, unmapped } from './ipv6.ts';

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
  const given = unmapped(address);
  if (!isIPv6(given)) return given;
  const household = ipv6Groups(given).slice(0, 4);
  return household.map((group) => group.toString(16)).join(':');
}
