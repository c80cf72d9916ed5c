/** What happens at a match: `event`, `presence`, `reacted`, `rematch-offered`, and last `finished` or `aborted`. */
export function matchTopic(match: string): string {
  return `match/${match}`;
}

/** What concerns the holder of a key wherever he is connected. */
export function keyTopic(pub: string): string {
  return `key/${pub}`;
}

/** Changes of the lobby. */
export const LOBBY_TOPIC = 'lobby';

/** What processes tell each other about who keeps live matches: `given-up`. */
export const KEEPERS_TOPIC = 'keepers';

/** Results of deep analysis. */
export const JUDGED_TOPIC = 'judged';

/** What this process found out for the holder of a key who is connected to it. */
export function foundTopic(pub: string): string {
  return `found/${pub}`;
}

/** What each process works out for itself and other processes need not be told. */
export function isOnlyHere(topic: string): boolean {
  return topic === LOBBY_TOPIC || topic.startsWith('found/');
}
