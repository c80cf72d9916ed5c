/**
 * Messages about a match. In each process with members of the match its owner publishes `event`, `presence`, `watchers`, `reacted`, `taken-back`
 * and as the last one `finished`, `aborted` or `released`, over the links. That process adds `entered` and `unreachable` itself.
 */
export function matchTopic(match: string): string {
  return `match/${match}`;
}

/** Messages for a player who is connected to this process. */
export function keyTopic(pub: string): string {
  return `key/${pub}`;
}

/** Changes of the matches that this process owns, for all that follow these: see `followOwnMatches`. */
export const OWN_MATCHES_TOPIC = 'own-matches';

/** Changes of the lobby, for its members. */
export const LOBBY_TOPIC = 'lobby';

/** Lines of the owner of the lobby to this process. */
export const LOBBY_LINES_TOPIC = 'lobby-lines';

/** Messages that this process has sent to players. */
export const SENT_TOPIC = 'sent';
