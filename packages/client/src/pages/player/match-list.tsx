import { useState } from 'preact/hooks';
import { playerTexts as texts } from '../../strings/player.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MatchFilters } from './match-filters.tsx';
import { MatchLine } from './match-line.tsx';
import { EVERYTHING, filtered, type OwnMatch } from './own-side.ts';
import type { Sample } from './sample.ts';
import type { Career } from './use-career.ts';

interface ListProps {
  readonly matches: readonly OwnMatch[];
  readonly career: Career;
  readonly sample: Sample;
}

/** The player's matches, and their filters. */
export function MatchList({ matches, career, sample }: ListProps) {
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
                <MatchLine key={match.id} match={match} />
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
