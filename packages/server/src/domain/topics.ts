/** Messages about a match: `event`, `presence`, `reacted`, `rematch-offered`, and as the last one `finished` or `aborted`. */
export function matchTopic(match: string): string {
  return `match/${match}`;
}

/** Messages for a player on all of their connections. */
export function keyTopic(pub: string): string {
  return `key/${pub}`;
}

/** Changes of the lobby. */
export const LOBBY_TOPIC = 'lobby';

/** News between processes about the keepers of live matches: `given-up`. */
export const KEEPERS_TOPIC = 'keepers';

/** Messages for one process: `handed-over`. */
export function processTopic(id: string): string {
  return `process/${id}`;
}

/** News between processes that results of deep analysis are stored: `evaluated`. */
export const EVALUATED_TOPIC = 'evaluated';

/** News that this process has read from the storage for a player who is connected to it. */
export function foundTopic(pub: string): string {
  return `found/${pub}`;
}

/** True for topics that never leave this process: each process works them out for itself. */
export function isOnlyHere(topic: string): boolean {
  return topic === LOBBY_TOPIC || topic.startsWith('found/');
}
