/**
 * Messages about a match: `event`, `presence`, `reacted`, and as the last one `finished` or `aborted`. In each process with members of the match, its
 * owner publishes them, over the links.
 */
export function matchTopic(match: string): string {
  return `match/${match}`;
}

/** Messages for a player on all of their connections. */
export function keyTopic(pub: string): string {
  return `key/${pub}`;
}

/** Changes of the lobby. */
export const LOBBY_TOPIC = 'lobby';

/** News that this process has read from the storage for a player who is connected to it. */
export function foundTopic(pub: string): string {
  return `found/${pub}`;
}

/** True for topics that the bus carries only within this process: each process works them out for itself, or gets them over its links. */
export function isOnlyHere(topic: string): boolean {
  return topic === LOBBY_TOPIC || topic.startsWith('found/') || topic.startsWith('match/');
}
