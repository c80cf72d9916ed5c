import './people.css';
import { ChallengeButton } from '../../play/challenge-button.tsx';
import { PlayerCountry } from '../../play/player-country.tsx';
import { RelationButtons } from '../../play/relation-buttons.tsx';
import type { Client } from '../../state/client.ts';
import type { KnownPeople } from '../../state/people.ts';
import { usePeople } from '../../state/use-people.ts';
import { texts as main } from '../../strings/main.ts';
import { peopleTexts as texts } from '../../strings/people.ts';
import { Icon } from '../../ui/icon.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';

/** The players whom the reader follows and the last opponents, those who are here first. Absent for a reader who knows none. */
export default function PeoplePanel({ client }: { readonly client: Client }) {
  const known = usePeople(client, true);
  if (known === null) return null;
  const followed = new Set(known.follows.map(({ pub }) => pub));
  const recent = known.recent.filter(({ pub }) => !followed.has(pub));
  if (followed.size + recent.length === 0) return null;
  return (
    <section class="card list people" aria-labelledby="people-panel">
      <h2 class="list__title" id="people-panel">
        <Icon name="people" />
        {texts.title}
      </h2>
      {known.here.length === 0 && <p class="soft small">{texts.noneHere}</p>}
      <Rows client={client} title={texts.follows} people={known.follows} here={known.here} />
      <Rows client={client} title={texts.recent} people={recent} here={known.here} />
    </section>
  );
}

interface RowsProps {
  readonly client: Client;
  readonly title: string;
  readonly people: KnownPeople['follows'];
  readonly here: KnownPeople['here'];
}

function Rows({ client, title, people, here }: RowsProps) {
  if (people.length === 0) return null;
  const isHere = (pub: string) => here.includes(pub);
  const sorted = people.toSorted((a, b) => Number(isHere(b.pub)) - Number(isHere(a.pub)));
  return (
    <>
      <h3 class="people__title">{title}</h3>
      <ul class="list__rows">
        {sorted.map(({ pub, name, rating, provisional }) => (
          <li class="list__row" key={pub}>
            <div class="list__what">
              <span class="list__who">
                <span class={isHere(pub) ? 'people__dot is-here' : 'people__dot'} aria-hidden="true" />
                <PlayerLink name={name} pub={pub} />
                <span class="soft tabular"> {main.player.rating(rating, provisional)}</span>
                <PlayerCountry countries={client.countries} pub={pub} />
              </span>
              <span class="soft small">{isHere(pub) ? texts.here : texts.away}</span>
            </div>
            <div class="row">
              <ChallengeButton invitations={client.invitations} pub={pub} name={name} compact={!isHere(pub)} />
              <RelationButtons client={client} pub={pub} name={name} followOnly />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
