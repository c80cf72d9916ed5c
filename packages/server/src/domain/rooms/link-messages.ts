import type { Reaction } from '@anchor/wire';
import type { SignedEvent } from 'bg-record';
import type { Player } from 'bg-rules';
import type { BusMessage } from '../bus.ts';
import type { LobbyLine, LobbyNews, LobbyRequest } from './lobby-messages.ts';

/** Processes of another version are unreachable: such an upgrade stops all processes. */
export const LINK_VERSION = 4;

/** A request of a front to the owner of a match or of the lobby. */
export type LinkRequest =
  | { readonly op: 'enter'; readonly match: string; readonly id: string; readonly pub: string | null }
  /** `waitedMs`: how long the event has waited at the front, because clocks of processes differ. */
  | {
      readonly op: 'act';
      readonly match: string;
      readonly pub: string;
      readonly event: SignedEvent;
      readonly waitedMs: number;
    }
  | {
      readonly op: 'stamp';
      readonly match: string;
      readonly pub: string;
      readonly event: SignedEvent | null;
      readonly waitedMs: number;
    }
  | { readonly op: 'abort'; readonly match: string; readonly pub: string }
  | { readonly op: 'react'; readonly match: string; readonly seat: Player; readonly reaction: Reaction }
  | { readonly op: 'lobby'; readonly q: LobbyRequest };

/** Each end sends pings, and answers those of the other. */
interface Ping {
  readonly ping: number;
}
interface Pong {
  readonly pong: number;
}

/** A line from the front to the owner. Its first one is `hello`. */
export type LineToOwner =
  | { readonly hello: { readonly version: number; readonly from: string; readonly to: string } }
  | { readonly r: number; readonly q: LinkRequest }
  | { readonly leave: { readonly match: string; readonly id: string } }
  /** No member of the match is left. */
  | { readonly unfollow: string }
  | { readonly lobby: LobbyNews }
  | Ping
  | Pong;

/** A line from the owner to the front. Its first one is `welcome`. */
export type LineToFront =
  | { readonly welcome: true }
  /** The answer to request `r`. With `waits` another answer to the same request follows. */
  | { readonly r: number; readonly a: unknown; readonly waits?: true }
  /** Request `r` has failed, for want of the storage or for another reason. */
  | { readonly r: number; readonly failed: 'store' | 'other' }
  /** A message to all members of a match. */
  | { readonly m: string; readonly p: BusMessage }
  | { readonly l: LobbyLine }
  | Ping
  | Pong;

export function encodeLine(line: LineToOwner | LineToFront): string {
  return JSON.stringify(line);
}

/** Reads a line of a process that has proved the server's key. Null if it is none. */
export function decodeLine<Line extends LineToOwner | LineToFront>(text: string): Line | null {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as Line) : null;
  } catch {
    return null;
  }
}
