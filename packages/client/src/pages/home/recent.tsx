import { type MatchRow, matchRows } from '@anchor/wire';
import { decidingScore } from 'bg-rules';
import type { Client } from '../../state/client.ts';
import { useJson } from '../../state/use-json.ts';
import { texts } from '../../strings/main.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';
import { LinkButton } from '../../ui/button.tsx';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TrustedDice } from '../../ui/trusted-dice.tsx';
import { Person } from './person.tsx';

const SHOWN = 6;
const EVERY_MS = 60_000;

/** The latest finished matches, with links to their reviews. */
export function Recent({ client: { connection, countries } }: { readonly client: Client }) {
  const asked = { path: '/api/matches?sessions=1', shape: matchRows, connection, everyMs: EVERY_MS };
  const { value, trouble, reload } = useJson(asked);
  return (
    <section class="card list" aria-label={texts.home.recent}>
      <h2 class="list__title">
        <Icon name="flag" />
        {texts.home.recent}
      </h2>
      {value === null ? <FetchState trouble={trouble} onAgain={reload} /> : <StaleNotice trouble={trouble} />}
      {value?.length === 0 && <p class="soft">{texts.home.recentEmpty}</p>}
      {value && value.length > 0 && (
        <ul class="list__rows">
          {value.slice(0, SHOWN).map((row) => (
            <Row key={row.id} row={row} countries={countries} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  readonly row: MatchRow;
  readonly countries: Client['countries'];
}

function Row({ row, countries }: RowProps) {
  const { id, p0, p1, name0, name1, length } = row;
  return (
    <li class="list__row">
      <div class="list__what">
        <span class="list__who">
          <Person person={{ name: name0, pub: p0, rating: row.rating0_after }} countries={countries} /> –
          <Person person={{ name: name1, pub: p1, rating: row.rating1_after }} countries={countries} />
        </span>
        <span class="tags">
          <span class="tag tabular">{outcomeOf(row)}</span>
          <span class="tag">{texts.terms.points(length)}</span>
          {row.dice && <TrustedDice />}
        </span>
      </div>
      <LinkButton
        kind="soft"
        href={`/review/${id}`}
        aria-label={withoutIsolates(texts.home.reviewOf(isolated(name0, p0), isolated(name1, p1)))}
      >
        {texts.home.review}
      </LinkButton>
    </li>
  );
}

/** The score that shows who won, or the winner of a match that ended by time or absence. */
function outcomeOf({ p0, p1, name0, name1, score0, score1, winner, reason, length }: MatchRow): string {
  const score = decidingScore({ score: [score0, score1], reason }, length);
  if (score) return texts.home.score(...score);
  return texts.home.wonEarly(winner === 0 ? isolated(name0, p0) : isolated(name1, p1), reason === 'time');
}
