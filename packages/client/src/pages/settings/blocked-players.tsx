import { RelationButtons } from '../../play/relation-buttons.tsx';
import type { Client } from '../../state/client.ts';
import { usePeople } from '../../state/use-people.ts';
import { peopleTexts as texts } from '../../strings/people.ts';
import { Group } from '../../ui/fields.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';

/** The players whom the reader blocks. Absent for a reader without a key. */
export function BlockedPlayers({ client }: { readonly client: Client }) {
  const known = usePeople(client);
  if (client.connection.me.value === null) return null;
  return (
    <Group title={texts.blockedTitle}>
      <p class="soft">{texts.blockedText}</p>
      {known === null && <p class="soft">{texts.loading}</p>}
      {known?.blocked.length === 0 && <p>{texts.noBlocked}</p>}
      {known && known.blocked.length > 0 && (
        <ul class="settings__people">
          {known.blocked.map(({ pub, name }) => (
            <li key={pub} class="row">
              <PlayerLink name={name} pub={pub} />
              <RelationButtons client={client} pub={pub} name={name} />
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}
