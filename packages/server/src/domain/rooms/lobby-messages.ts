import type { LiveView, SeekView, ServerMessageOf, SocketCode } from '@anchor/wire';
import type { Result } from 'bg-rules';
import type { PlayerMessage } from '../player-message.ts';
import type { Attendee, Connection } from '../players/presence.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** An opponent with whom a pairing has failed. The two are not paired again before `until`, in milliseconds since the epoch. */
interface PassedOpponent {
  readonly pub: string;
  readonly until: number;
}

/**
 * A player's seek for an opponent: the seek that the lobby shows, the opponents with whom a pairing has failed, and the beginnings of
 * the keys that the player blocks. No client sees more of it than the seek.
 */
export interface Seek extends SeekView {
  readonly passed: readonly PassedOpponent[];
  readonly blocked?: readonly string[];
}

/**
 * A part of what a process has of its own: its connections, the seeks of its players, and the matches that it owns and that can be watched. The
 * owner of the lobby, which may be new, takes the parts from the first to the last for the whole.
 */
export interface Announcement {
  readonly connections: readonly Connection[];
  readonly seeks: readonly Seek[];
  readonly live: readonly LiveView[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True if the process has lost an owner, and so perhaps messages, since its start. */
  readonly wasLost: boolean;
}

/** The state of the lobby for a player who has just connected. */
export interface Welcome {
  /** The player's open seek. */
  readonly seek: SeekView | null;
  /** The question that the player has to answer. */
  readonly pairing: ServerMessageOf<'pairing'> | null;
}

/** A new match, or an offer that the opponent must answer. */
export type Rematch =
  | { readonly match: string }
  | { readonly offered: ServerMessageOf<'rematch-offered'>; readonly match?: undefined };

/** The requests of a process to the owner of the lobby, with the types of the answers. */
export interface LobbyRequests {
  readonly announce: { readonly ask: Announcement; readonly answer: true };
  readonly connect: { readonly ask: { readonly connection: Connection }; readonly answer: Welcome };
  readonly snapshot: { readonly ask: object; readonly answer: ServerMessageOf<'lobby'> };
  /** The same seek again keeps its place and its handle. */
  readonly seek: { readonly ask: { readonly seek: Seek }; readonly answer: SeekView };
  /** These players withdraw their seeks, or sit in a match. */
  readonly unseek: { readonly ask: { readonly pubs: readonly string[] }; readonly answer: true };
  readonly accept: {
    readonly ask: { readonly pub: string; readonly rating: number; readonly seek: string };
    readonly answer: Result<string, SocketCode>;
  };
  readonly 'accept-pairing': {
    readonly ask: { readonly pub: string; readonly pairing: string };
    readonly answer: Result<null, SocketCode>;
  };
  readonly 'decline-pairing': {
    readonly ask: { readonly pub: string; readonly pairing: string };
    readonly answer: Result<null, SocketCode>;
  };
  /** A player blocks another one, or no longer does. `blocked` are all whom the player blocks. */
  readonly block: {
    readonly ask: {
      readonly pub: string;
      readonly other: string;
      readonly isBlocked: boolean;
      readonly blocked: readonly string[];
    };
    readonly answer: true;
  };
  readonly rematch: {
    readonly ask: { readonly pub: string; readonly match: string };
    readonly answer: Result<Rematch, SocketCode>;
  };
}

export type LobbyOp = keyof LobbyRequests;
export type LobbyRequest = { readonly [Op in LobbyOp]: { readonly op: Op } & LobbyRequests[Op]['ask'] }[LobbyOp];

/** News of a process for the owner of the lobby, which does not answer. */
export type LobbyNews =
  | { readonly type: 'disconnect'; readonly pub: string; readonly number: number }
  /** A match of this process that can be watched. Null if this process does not own it any more. */
  | { readonly type: 'live'; readonly match: string; readonly view: LiveView | null }
  /** For a player at another process. */
  | { readonly type: 'send'; readonly pub: string; readonly message: PlayerMessage };

/** A line of the owner of the lobby to a process. */
export type LobbyLine =
  /** All connections of the service, in parts. */
  | {
      readonly type: 'roster';
      readonly attendees: readonly Attendee[];
      readonly isFirst: boolean;
      readonly isLast: boolean;
    }
  /** The newest connection of a key, or that there is none. */
  | { readonly type: 'attends'; readonly pub: string; readonly attendee: Attendee | null }
  /** Another process has a newer connection of this key. */
  | { readonly type: 'superseded'; readonly pub: string; readonly number: number }
  /** For the members of the lobby. */
  | { readonly type: 'change'; readonly change: ServerMessageOf<'lobby-change'> }
  /** For a player. */
  | { readonly type: 'to'; readonly pub: string; readonly message: PlayerMessage }
  /** The seek of a player of this process, to be announced to the next owner. Null if there is none any more. */
  | { readonly type: 'seek'; readonly pub: string; readonly seek: Seek | null }
  /** Messages for players of this process may have been lost: they are to be looked up in the storage. */
  | { readonly type: 'look-up' }
  /** The sender does not own the lobby any more. */
  | { readonly type: 'closed' };

/** A process as the owner of the lobby sees it. */
export interface LobbyFront {
  /** Its id. */
  readonly process: string;
  send(line: LobbyLine): void;
}

/** The lobby as the links of other processes use it. */
export interface ServedLobby {
  /** Answers a request of a process. Resolves to null if this process does not own the lobby. */
  handle(front: LobbyFront, request: LobbyRequest): Promise<{ readonly answer: unknown } | null>;
  take(front: LobbyFront, news: LobbyNews): void;
  /** The link to a process is lost. */
  lose(front: LobbyFront): void;
}

/** The lobby's owner cannot be reached. */
export const lobbyAway: Refusal = refuse('lobby-away');

/** Number of items in one part of an announcement or a roster: a line must not be too long, and a seek may have a hundred blocks. */
export const PART = 100;

/** The parts of a list. An empty list has one part. */
export function partsOf<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start === 0 || start < list.length; start += PART) parts.push(list.slice(start, start + PART));
  return parts;
}
