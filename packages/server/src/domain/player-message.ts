import type { ServerMessage } from '@anchor/wire';

/** A message for a player: one that the client gets, or news by which its connection sends something. */
export type PlayerMessage =
  | ServerMessage
  /** The player now sits in this match. */
  | { readonly type: 'seated'; readonly match: string }
  /** The player's invitations, sent or received, have changed. */
  | { readonly type: 'offers-changed' }
  /** The player's correspondence matches have changed. */
  | { readonly type: 'turns-changed' };
