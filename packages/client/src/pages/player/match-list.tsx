import { useState } from 'preact/hooks';
import { PlayerCountry } from '../../play/player-country.tsx';
import type { Client } from '../../state/client.ts';
import { texts as mainTexts } from '../../strings/main.ts';
import { isolated, withoutIsolates } from '../../strings/name-text.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';
import { MatchFilters } from './match-filters.tsx';
import { endText, scoreText } from './match-text.ts';
import { EVERYTHING, filtered, type OwnMatch } from './own-side.ts';
import type { Sample } from './sample.ts';
import type { Career } from './use-career.ts';

interface ListProps {
  readonly matches: readonly OwnMatch[];
  readonly career: Career;
  readonly sample: Sample;
  readonly countries: Client['countries'];
}

/** The player's matches, and their filters. */
export function MatchList({ matches, career, sample, countries }: ListProps) {
  const [filter, setFilter] = useState(EVERYTHING);
  const shown = filtered(matches, filter);
  return (
    <Group title={texts.matches}>
      {matches.length === 0 ? (
        <p class="soft">{texts.matchesNone}</p>
      ) : (
        <>
          <MatchFilters matches={matches} filter={filter} onChange={setFilter} />
          <p class="soft small" role="status">
            {texts.matchesShown(shown.length, sample.loaded, sample.all)}
          </p>
          {shown.length > 0 ? (
            <ul class="matches">
              {shown.map((match) => (
                <MatchLine key={match.id} match={match} countries={countries} />
              ))}
            </ul>
          ) : (
            <NoneFits onAll={() => setFilter(EVERYTHING)} />
          )}
          <Older career={career} />
        </>
      )}
    </Group>
  );
}

function NoneFits({ onAll }: { readonly onAll: () => void }) {
  return (
    <div class="row">
      <p class="soft">{texts.matchesNoneFit}</p>
      <Button kind="quiet" onClick={onAll}>
        {texts.showAll}
      </Button>
    </div>
  );
}

function Older({ career: { busy, failed, fetchOlder } }: { readonly career: Career }) {
  return (
    <>
      {failed && <Notice tone="warn">{texts.olderFailed}</Notice>}
      {fetchOlder && (
        <div class="row">
          <Button icon="down" disabled={busy} onClick={fetchOlder}>
            {busy ? texts.fetching : texts.older}
          </Button>
        </div>
      )}
    </>
  );
}

interface LineProps {
  readonly match: OwnMatch;
  readonly countries: Client['countries'];
}

/** One match: result, opponent, score, rating change, and links. */
function MatchLine({ match, countries }: LineProps) {
  const { id, won, opponent, createdMs } = match;
  const ways = [
    [texts.replay, `/match/${id}`],
    [texts.review, `/review/${id}`],
    [texts.verify, `/verify/${id}`],
    ...(match.money?.previous ? [[texts.before, `/review/${match.money.previous}`] as const] : []),
  ] as const;
  return (
    <li class="matches__row">
      <span class={`matches__outcome matches__outcome--${won ? 'won' : 'lost'}`}>{won ? texts.won : texts.lost}</span>
      <span class="matches__who">
        <PlayerLink name={opponent.name} pub={opponent.pub} />
        <PlayerCountry countries={countries} pub={opponent.pub} />
      </span>
      <span class="matches__score tabular">{scoreText(match)}</span>
      <Gain gain={match.gain} />
      <span class="matches__facts">{factsOf(match).join(' · ')}</span>
      <span class="matches__ways">
        {ways.map(([text, href]) => (
          <a
            key={href}
            href={href}
            aria-label={withoutIsolates(
              texts.linkOf(text, isolated(opponent.name, opponent.pub), texts.day(createdMs)),
            )}
          >
            {text}
          </a>
        ))}
      </span>
    </li>
  );
}

function factsOf(match: OwnMatch): string[] {
  const { length, createdMs, money, dice } = match;
  const kind = money ? texts.money(money.game) : texts.points(length);
  return [kind, texts.day(createdMs), endText(match), dice ? mainTexts.terms.trustedDice : ''].filter(
    (text) => text !== '',
  );
}

function Gain({ gain }: { readonly gain: number | null }) {
  if (gain === null) return <span class="matches__gain soft small">{texts.noGain}</span>;
  const look = gain < 0 ? 'is-down' : 'is-up';
  return <span class={`matches__gain tabular ${look}`}>{texts.gain(gain)}</span>;
}
