import { parseAddress } from './address.ts';
import type { Flow } from './fair-queue.ts';

/** The origin of a request. */
interface Arrival {
  /**
   * The address that rate limits and bans count by: an IPv4 address, or the /64 network of an IPv6 address, because one household
   * usually has a whole /64.
   */
  readonly address: string;
}

/** The parts of a Node request that show where it came from. */
interface ArrivingRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Behind a trusted proxy, the last address in `X-Forwarded-For` counts: the proxy appended it. Earlier ones come from the client. */
export function arrivalOf({ headers, socket }: ArrivingRequest, isProxyTrusted: boolean): Arrival {
  const forwarded = isProxyTrusted ? lastOf(headers['x-forwarded-for']) : null;
  return { address: networkOf(forwarded ?? socket.remoteAddress ?? '') };
}

/** Longer than any address or scheme. Longer values are cut so that a forged header does not use memory. */
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

/** The text that limits count by. Text from a proxy that is no address counts as it is. */
function networkOf(text: string): string {
  const address = parseAddress(text);
  if (address === null) return text;
  return 'parts' in address ? hexGroups(address.parts.slice(0, 4)) : address.toString();
}

function hexGroups(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

/** The party that requests of an address are charged to, in the form of `arrivalOf`: several /64 networks of one /48 share its share. */
export function flowOf(address: string): Flow {
  const groups = address.split(':');
  return { group: groups.length === GROUPS_OF_64 ? groups.slice(0, GROUPS_OF_48).join(':') : address, member: address };
}

/** Groups of 16 bits in the two prefixes. */
const GROUPS_OF_64 = 4;
const GROUPS_OF_48 = 3;
