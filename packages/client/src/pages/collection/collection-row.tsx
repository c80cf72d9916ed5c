import type { Player } from 'bg-rules';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { CollectionStore } from '../../collection/collection-store.ts';
import type { KeptMatch } from '../../collection/kept-match.ts';
import { winnerOf } from '../../collection/search.ts';
import { readAgain } from '../../engine/read-import.ts';
import { openImport } from '../../play/kept-import.ts';
import { shownScore } from '../../play/score.ts';
import { IMPORT_PATH } from '../../records/review-link.ts';
import { collectionTexts as texts } from '../../strings/collection.ts';
import { isolated, plainText, withoutIsolates } from '../../strings/name-text.ts';
import { Button } from '../../ui/button.tsx';
import { PlayerName } from '../../ui/player-link.tsx';

interface RowProps {
  readonly store: CollectionStore;
  readonly match: KeptMatch;
  readonly isSelected: boolean;
  readonly onSelect: (id: string, isSelected: boolean) => void;
}

/** One match: its players with their points and PR, its terms, and the way to its review. */
export function CollectionRow({ store, match, isSelected, onSelect }: RowProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { route } = useLocation();
  const name = withoutIsolates(texts.versus(isolated(match.names[0]), isolated(match.names[1])));
  const open = async () => {
    setState('busy');
    const source = await store.source(match).catch(() => null);
    const read = source && (await readAgain(source));
    if (!read) return setState('failed');
    openImport({ match: read, source });
    setState('idle');
    route(IMPORT_PATH);
  };
  return (
    <li class={`collection__row${isSelected ? ' is-selected' : ''}`}>
      <label class="collection__select">
        <input
          type="checkbox"
          aria-label={texts.select(name)}
          checked={isSelected}
          onChange={(event) => onSelect(match.id, event.currentTarget.checked)}
        />
      </label>
      <div class="collection__sides">
        <Side match={match} player={0} />
        <Side match={match} player={1} />
        <p class="soft small">{termsOf(match)}</p>
        {state === 'failed' && (
          <p class="small" role="alert">
            {texts.notRead}
          </p>
        )}
      </div>
      <Button icon="eye" aria-label={texts.openLong(name)} disabled={state === 'busy'} onClick={() => void open()}>
        {texts.open}
      </Button>
    </li>
  );
}

function Side({ match, player }: { readonly match: KeptMatch; readonly player: Player }) {
  const { review, names, score, length } = match;
  const pr = review?.kind === 'done' ? review.pr[player] : null;
  return (
    <p class={`collection__side${winnerOf(match) === player ? ' is-winner' : ''}`}>
      <PlayerName name={names[player]} />
      <span class="collection__points tabular">{shownScore(score, length)[player]}</span>
      <span class="collection__pr tabular soft">{pr !== null && texts.pr(pr)}</span>
    </p>
  );
}

/** Returns the length, the day and the event, as far as the file says them, and why there is no review. */
function termsOf(match: KeptMatch): string {
  const { length, games, date, event, review } = match;
  const day = date === null ? Number.NaN : Date.parse(`${date}T12:00`);
  return [
    length === 0 ? texts.money(games) : texts.points(length),
    winnerOf(match) === 'unfinished' && texts.unfinished,
    !Number.isNaN(day) && texts.played(day),
    event && plainText(event),
    review?.kind === 'failed' && texts.notReviewed[review.code],
  ]
    .filter(Boolean)
    .join(' · ');
}
