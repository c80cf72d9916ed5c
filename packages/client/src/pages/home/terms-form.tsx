import type { ClockName } from '@anchor/wire';
import { daysPreset } from 'bg-record';
import type { Terms } from '../../state/offers.ts';
import { clockHint } from '../../strings/clock-hint.ts';
import { texts } from '../../strings/main.ts';
import { termsTexts } from '../../strings/terms.ts';
import { Choices, Switch } from '../../ui/fields.tsx';

const LENGTHS = [1, 3, 5, 7, 9, 11, 0] as const;

/** Between people a match without a clock is a correspondence match. The bot waits without one. */
const CLOCKS = {
  people: ['fast', 'normal', 'slow', 'days1', 'days2', 'days3', 'days7'],
  bot: ['none', 'slow', 'normal', 'fast'],
} as const satisfies Readonly<Record<string, readonly ClockName[]>>;

interface TermsFormProps {
  readonly terms: Terms;
  /** False against the bot, where no match is rated. */
  readonly withRated: boolean;
  /** How long an announced absence may take. Null while unknown. */
  readonly absenceMs: number | null;
  readonly onChange: (terms: Terms) => void;
}

/** Length, clock and rating of a match. */
export function TermsForm({ terms, withRated, absenceMs, onChange }: TermsFormProps) {
  const { length, clock, rated } = terms;
  const money = length === 0;
  return (
    <div class="stack">
      <Choices
        label={termsTexts.length}
        hint={money ? termsTexts.money : undefined}
        options={LENGTHS.map((value) => ({ value, label: texts.terms.short(value) }))}
        value={length}
        onChange={(chosen: number) => onChange({ ...terms, length: chosen })}
      />
      <Choices
        label={termsTexts.clock}
        hint={clockHint(clock, absenceMs)}
        options={CLOCKS[withRated ? 'people' : 'bot'].map((value) => ({ value, label: texts.terms.clocks[value] }))}
        value={clock}
        onChange={(chosen: ClockName) => onChange(withClock(terms, chosen))}
      />
      {withRated && !money && (
        <Switch
          label={texts.terms.rated}
          hint={termsTexts.ratedHint}
          checked={rated}
          onChange={(chosen) => onChange({ ...terms, rated: chosen })}
        />
      )}
    </div>
  );
}

/** Returns the terms with another clock. A correspondence match is unrated unless the player then asks for a rated one. */
export function withClock(terms: Terms, clock: ClockName): Terms {
  const becomesCorrespondence = daysPreset(terms.clock) === null && daysPreset(clock) !== null;
  return { ...terms, clock, rated: terms.rated && !becomesCorrespondence };
}
