import type { LiveView } from '@anchor/wire';
import type { Client } from '../../state/client.ts';
import { texts } from '../../strings/main.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';

/** The live matches of other players, as the lobby listed them last. */
export function matchesOfOthers({ lobby, connection }: Pick<Client, 'lobby' | 'connection'>): readonly LiveView[] {
  const own = connection.me.value?.pub;
  return (lobby.lists.value?.live ?? []).filter(({ players }) => players.every(({ pub }) => pub !== own));
}

/** The name of the link to a live match. */
export function watchLabel({ players: [one, other] }: LiveView): string {
  return withoutIsolates(texts.home.watchOf(isolated(one.name, one.pub), isolated(other.name, other.pub)));
}
