import type { Player } from 'bg-rules';
import { reviewTexts as texts } from '../../strings/review.ts';
import type { Kind } from './filters.ts';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const KINDS: readonly Kind[] = ['all', 'mistakes', 'errors', 'cube'];

/** The filters of the list, by player and by kind. */
export function ListFilters({ review }: { readonly review: Review }) {
  const { filter, actions, subject, seat } = review;
  const label = (player: Player) => (player === seat ? texts.mine : nameOf(subject, player));
  return (
    <div class="step-filters">
      <label class="step-filters__one">
        <span class="step-filters__label">{texts.kind}</span>
        <select
          aria-label={texts.kind}
          value={filter.kind}
          onChange={({ currentTarget }) => actions.setFilter({ ...filter, kind: kindOf(currentTarget.value) })}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label class="step-filters__one">
        <span class="step-filters__label">{texts.who}</span>
        <select
          aria-label={texts.who}
          value={String(filter.player ?? '')}
          onChange={({ currentTarget }) => actions.setFilter({ ...filter, player: playerOf(currentTarget.value) })}
        >
          <option value="">{texts.everyone}</option>
          <option value="0">{label(0)}</option>
          <option value="1">{label(1)}</option>
        </select>
      </label>
    </div>
  );
}

function kindOf(value: string): Kind {
  return KINDS.find((kind) => kind === value) ?? 'all';
}

function playerOf(value: string): Player | null {
  if (value === '') return null;
  return value === '1' ? 1 : 0;
}
