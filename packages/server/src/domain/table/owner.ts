import type { Reaction } from '@anchor/wire';
import type { SignedEvent } from 'bg-record';
import type { Failure, Player, Result } from 'bg-rules';
import type { ActResult, Entered, Member, Stamp, Waits } from './table-parts.ts';

/** Result of walking out of a match before its first roll. */
export type Aborted = Result<null, 'not-found' | 'not-your-seat' | 'not-now'>;

/**
 * The owner of a match as its members use it: in this process, or over a link. Null as an answer means that it does not own the match any more.
 * A request over a link that is lost rejects with `LinkLost`.
 */
export interface Owner {
  enter(match: string, member: Member): Promise<Entered | Failure<'not-stored'> | null>;
  leave(match: string, member: Pick<Member, 'id'>): Promise<void>;
  /** `at`: when the event arrived at this process, in milliseconds since the epoch. */
  act(pub: string, match: string, event: SignedEvent, at: number): Promise<ActResult | Waits | null>;
  /** `event`: one of that seat, decided first. `at`: when it arrived at this process, in milliseconds since the epoch. */
  stamp(pub: string, match: string, event: SignedEvent | null, at: number): Promise<Stamp | null>;
  abort(pub: string, match: string): Promise<Aborted | null>;
  react(match: string, seat: Player, reaction: Reaction): Promise<true | null>;
}

/** The link over which a request went was lost. The request may have been handled or not. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost';
}
