import { isIPv6 } from 'node:net';
import { ipv6Groups, unmapped } from './ipv6.ts';

/** How a request came in. */
export interface Arrival {
  /** What visitors are counted by: an IPv4 address, or the /64 network of an IPv6 address, which one household has to itself. */
  readonly address: string;
}

/** The parts of Node's request that tell where it came from. */
export interface ArrivingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Behind a trusted proxy the last address that it appended counts; what the client wrote before it does not. */
export function arrivalOf({ headers, socket }: ArrivingRequest, isProxyTrusted: boolean): Arrival {
  const forwarded = isProxyTrusted ? lastOf(headers['x-forwarded-for']) : null;
  return { address: networkOf(forwarded ?? socket.remoteAddress ?? '') };
}

/** Longer than any address or scheme; what a proxy does not write is not kept at length. */
const MOST_CHARACTERS = 64;

function lastOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header.at(-1) : header;
  if (text === undefined) return null;
  return (
    text
      .slice(text.lastIndexOf(',') + 1)
      .trim()
      .slice(0, MOST_CHARACTERS) || null
  );
}

function networkOf(address: string): string {
  const given = unmapped(address);
  if (!isIPv6(given)) return given;
  const household = ipv6Groups(given).slice(0, 4);
  return household.map((group) => group.toString(16)).join(':');
}
