import { signal } from '@preact/signals';
import { useMemo, useState } from 'preact/hooks';
import type { CollectionStore } from '../../collection/collection-store.ts';
import type { KeptMatch } from '../../collection/kept-match.ts';
import { EVERYTHING, found, type Order, type ResultFilter, type Search } from '../../collection/search.ts';
import { collectionTexts as texts } from '../../strings/collection.ts';
import { Button } from '../../ui/button.tsx';
import { Group, Select, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CollectionRow } from './collection-row.tsx';
import { Delete } from './delete.tsx';
import { Export } from './export.tsx';

/** The search stays while the reader looks at a match. */
const search = signal<Search>(EVERYTHING);

/** The number of rows that are drawn at once. */
const STEP = 50;
const ORDERS: readonly Order[] = ['added', 'played', 'best', 'worst'];

interface ListProps {
  readonly store: CollectionStore;
  readonly all: readonly KeptMatch[];
}

/** The collection: searched, sorted, a part of it selected. */
export function CollectionList({ store, all }: ListProps) {
  const [shown, setShown] = useState(STEP);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const hits = useMemo(() => found(all, search.value), [all, search.value]);
  const chosen = useMemo(() => all.filter(({ id }) => selected.has(id)), [all, selected]);
  const hidden = hits.length - shown;
  const change = (part: Partial<Search>) => {
    search.value = { ...search.value, ...part };
    setShown(STEP);
  };
  const select = (id: string, isSelected: boolean) =>
    setSelected((old) => new Set(isSelected ? [...old, id] : [...old].filter((one) => one !== id)));
  return (
    <Group title={texts.list}>
      <SearchFields search={search.value} onChange={change} />
      <div class="row">
        <span role="status">{texts.found(hits.length, all.length)}</span>
        {hits.length > 0 && (
          <Button kind="quiet" onClick={() => setSelected(new Set(hits.map(({ id }) => id)))}>
            {texts.selectAll(hits.length)}
          </Button>
        )}
        {chosen.length > 0 && (
          <Button kind="quiet" onClick={() => setSelected(new Set())}>
            {texts.selectNone}
          </Button>
        )}
      </div>
      {chosen.length > 0 && <Selection store={store} chosen={chosen} />}
      {hits.length === 0 ? (
        <Notice>
          <p>{texts.noHit}</p>
          <Button onClick={() => change(EVERYTHING)}>{texts.showAll}</Button>
        </Notice>
      ) : (
        <ul class="collection__list">
          {hits.slice(0, shown).map((match) => (
            <CollectionRow
              key={match.id}
              store={store}
              match={match}
              isSelected={selected.has(match.id)}
              onSelect={select}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <div class="row">
          <Button icon="down" onClick={() => setShown(shown + STEP)}>
            {texts.more(Math.min(hidden, STEP))}
          </Button>
        </div>
      )}
    </Group>
  );
}

interface SearchProps {
  readonly search: Search;
  readonly onChange: (part: Partial<Search>) => void;
}

/** The fields of the search. A result is won or lost only for a player who is searched for. */
function SearchFields({ search: { player, result, order }, onChange }: SearchProps) {
  const isPersonal = player.trim() !== '';
  const results: readonly ResultFilter[] = [
    'all',
    'finished',
    'unfinished',
    ...(isPersonal ? (['won', 'lost'] as const) : []),
  ];
  return (
    <search class="collection__search">
      <TextField label={texts.player} value={player} maxLength={100} onInput={(value) => onChange({ player: value })} />
      <Select
        label={texts.result}
        value={results.includes(result) ? result : 'finished'}
        options={results.map((one) => [one, texts.results[one]])}
        onChange={(value) => onChange({ result: value })}
      />
      <Select
        label={texts.order}
        value={order}
        options={ORDERS.map((one) => [one, texts.orders[one]])}
        onChange={(value) => onChange({ order: value })}
      />
    </search>
  );
}

interface SelectionProps {
  readonly store: CollectionStore;
  readonly chosen: readonly KeptMatch[];
}

/** The actions for the selected matches. */
function Selection({ store, chosen }: SelectionProps) {
  return (
    <div class="row collection__actions">
      <span>{texts.selected(chosen.length)}</span>
      <Export store={store} chosen={chosen} />
      <Delete store={store} chosen={chosen} />
    </div>
  );
}
