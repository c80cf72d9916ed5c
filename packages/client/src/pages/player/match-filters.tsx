import { isolated } from '../../strings/name-text.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import { Choices, Select } from '../../ui/fields.tsx';
import { type Filter, type OwnMatch, rivalries } from './own-side.ts';

interface FiltersProps {
  readonly matches: readonly OwnMatch[];
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

const KINDS = ['all', 'rated', 'unrated'] as const;
const OUTCOMES = ['all', 'won', 'lost'] as const;

/** The filters of the match list. */
export function MatchFilters({ matches, filter, onChange }: FiltersProps) {
  return (
    <div class="filters">
      <Choices
        label={texts.kind}
        options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      <Choices
        label={texts.outcome}
        options={OUTCOMES.map((value) => ({ value, label: texts.outcomes[value] }))}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
      <Opponents
        matches={matches}
        chosen={filter.opponent}
        onChoose={(opponent) => onChange({ ...filter, opponent })}
      />
    </div>
  );
}

interface OpponentsProps {
  readonly matches: readonly OwnMatch[];
  readonly chosen: string | null;
  readonly onChoose: (pub: string | null) => void;
}

function Opponents({ matches, chosen, onChoose }: OpponentsProps) {
  const opponents = rivalries(matches).map(
    ({ pub, name, matches: count }) => [pub, texts.opponentOption(isolated(name, pub), count)] as const,
  );
  return (
    <Select
      label={texts.opponent}
      value={chosen ?? ''}
      options={[['', texts.anybody], ...opponents]}
      onChange={(pub) => onChoose(pub || null)}
    />
  );
}
