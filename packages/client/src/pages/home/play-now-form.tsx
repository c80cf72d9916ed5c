import { daysPreset } from 'bg-record';
import type { PlayNowTerms } from '../../state/last-terms.ts';
import { texts } from '../../strings/main.ts';
import { Choices } from '../../ui/fields.tsx';
import { TermsForm } from './terms-form.tsx';

const { pairing } = texts;

const WIDTHS = [0, 100, 200, 400] as const;

interface PlayNowFormProps {
  readonly terms: PlayNowTerms;
  /** How long an announced absence may take. Null while unknown. */
  readonly absenceMs: number | null;
  readonly onChange: (terms: PlayNowTerms) => void;
}

/** The terms of a search for an opponent. */
export default function PlayNowForm({ terms, absenceMs, onChange }: PlayNowFormProps) {
  const { within } = terms;
  return (
    <>
      <TermsForm
        terms={terms}
        withRated
        absenceMs={absenceMs}
        onChange={(changed) => onChange({ ...changed, within })}
      />
      {daysPreset(terms.clock) === null && (
        <Choices
          label={pairing.opponent}
          hint={within > 0 ? pairing.rangeHint : pairing.anyHint}
          options={WIDTHS.map((value) => ({ value, label: pairing.within(value) }))}
          value={within}
          onChange={(chosen: number) => onChange({ ...terms, within: chosen })}
        />
      )}
    </>
  );
}
