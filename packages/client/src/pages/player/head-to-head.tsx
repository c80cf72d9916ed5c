import { useMemo } from 'preact/hooks';
import { playerTexts as texts } from '../../strings/player.ts';
import { Group } from '../../ui/fields.tsx';
import { PlayerLink } from '../../ui/player-link.tsx';
import { type OwnMatch, type Rivalry, rivalries } from './own-side.ts';
import type { Sample } from './sample.ts';

const SHOWN = 8;

interface HeadToHeadProps {
  readonly matches: readonly OwnMatch[];
  readonly sample: Sample;
  /** The reader's key, if the reader is another player. */
  readonly reader: string | null;
}

/** The player's opponents, and the results against them. */
export function HeadToHead({ matches, sample, reader }: HeadToHeadProps) {
  const all = useMemo(() => rivalries(matches), [matches]);
  if (all.length === 0) return null;
  const you = all.find(({ pub }) => pub === reader);
  const others = all.filter(({ pub }) => pub !== reader);
  return (
    <Group title={texts.rivals}>
      <p class="soft small">{texts.rivalsSample(sample.loaded, sample.all)}</p>
      {you && <Reader rivalry={you} />}
      <ul class="rivals">
        {others.slice(0, SHOWN).map((rivalry) => (
          <Rival key={rivalry.pub} rivalry={rivalry} />
        ))}
      </ul>
      {others.length > SHOWN && <p class="soft small">{texts.rivalsMore(others.length - SHOWN)}</p>}
    </Group>
  );
}

/** Seen by the reader, who has won the matches that the player lost. */
function Reader({ rivalry: { matches, won } }: { readonly rivalry: Rivalry }) {
  return (
    <p class="rivals__you">
      <span>{texts.youAgainst}</span>
      <Score won={matches - won} lost={won} />
    </p>
  );
}

function Rival({ rivalry: { pub, name, matches, won } }: { readonly rivalry: Rivalry }) {
  return (
    <li class="rivals__row">
      <span class="rivals__who">
        <PlayerLink name={name} pub={pub} />
      </span>
      <span class="rivals__bar" aria-hidden="true">
        <span style={{ width: `${(100 * won) / matches}%` }} />
      </span>
      <Score won={won} lost={matches - won} />
    </li>
  );
}

function Score({ won, lost }: { readonly won: number; readonly lost: number }) {
  return (
    <span class="rivals__score tabular">
      <span aria-hidden="true">{texts.rivalScore(won, lost)}</span>
      <span class="visually-hidden">{texts.rivalLabel(won, lost)}</span>
    </span>
  );
}
