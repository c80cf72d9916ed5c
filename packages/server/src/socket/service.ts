import type { Greeting, Succession } from 'bg-record';
import type { Accounts } from '../domain/accounts/accounts.ts';
import type { Bans } from '../domain/bans/bans.ts';
import type { Bus } from '../domain/bus.ts';
import type { Challenges } from '../domain/lobby/challenges.ts';
import type { Invitations } from '../domain/lobby/invitations.ts';
import type { Lobby } from '../domain/lobby/lobby.ts';
import type { Turns } from '../domain/lobby/turns.ts';
import type { Subscriptions } from '../domain/mailing/subscriptions.ts';
import type { TurnMailing } from '../domain/mailing/turn-mailing.ts';
import type { Notices } from '../domain/notices/notices.ts';
import type { Complaints } from '../domain/players/complaints.ts';
import type { Players } from '../domain/players/players.ts';
import type { Relations } from '../domain/players/relations.ts';
import type { RecordStore } from '../domain/ports/records.ts';
import type { Log, World } from '../domain/ports/world.ts';
import type { Puzzles } from '../domain/puzzle/puzzles.ts';
import type { Rooms } from '../domain/rooms/rooms.ts';

/** The signed part of a `hello` message. */
interface SignedGreeting extends Pick<Greeting, 'challenge' | 'now' | 'server' | 'absenceMs'> {
  readonly origins: string[];
  readonly sig: string;
}

/** The parts of the service that WebSocket connections use. */
export interface SocketService {
  readonly rooms: Rooms;
  readonly players: Players;
  readonly relations: Relations;
  readonly complaints: Complaints;
  readonly lobby: Lobby;
  readonly invitations: Invitations;
  readonly challenges: Challenges;
  readonly turns: Turns;
  readonly puzzles: Puzzles;
  readonly bans: Bans;
  readonly accounts: Accounts;
  readonly subscriptions: Subscriptions;
  readonly turnMails: TurnMailing;
  readonly notices: Notices;
  /** True if mails are delivered. False if they only go to the operator's log. */
  readonly mailDelivers: boolean;
  readonly store: { readonly records: Pick<RecordStore, 'untold' | 'markTold'> };
  readonly bus: Bus;
  readonly world: World;
  readonly log: Log;
  /** True if other processes serve the same matches. */
  hasNeighbours(): boolean;
  /** The server's public key. */
  readonly serverPub: string;
  /** The signed greeting of a new connection. */
  greet(challenge: string, origins: readonly string[]): Promise<SignedGreeting>;
  /** The chain of statements from former keys to the present one, the oldest first. */
  readonly succession: readonly Succession[];
}
