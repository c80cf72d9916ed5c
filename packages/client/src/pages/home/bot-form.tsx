import { type BotLevel, botLevel } from '@anchor/wire';
import { BOT_PR } from '../../play/bot-strength.ts';
import type { BotTerms } from '../../state/last-terms.ts';
import { texts } from '../../strings/main.ts';
import { Choices } from '../../ui/fields.tsx';
import { TermsForm } from './terms-form.tsx';

interface BotFormProps {
  readonly terms: BotTerms;
  /** How long an announced absence may take. Null while unknown. */
  readonly absenceMs: number | null;
  readonly onChange: (terms: BotTerms) => void;
}

/** The terms of a match against the bot. */
export default function BotForm({ terms, absenceMs, onChange }: BotFormProps) {
  const { level, length, clock } = terms;
  return (
    <div class="stack">
      <BotLevels level={level} onChange={(chosen) => onChange({ ...terms, level: chosen })} />
      <TermsForm
        terms={{ length, clock, rated: false }}
        withRated={false}
        absenceMs={absenceMs}
        onChange={(changed) => onChange({ level, length: changed.length, clock: changed.clock })}
      />
    </div>
  );
}

interface BotLevelsProps {
  readonly level: BotLevel;
  readonly onChange: (level: BotLevel) => void;
}

/** The choice of the bot's strength. */
function BotLevels({ level, onChange }: BotLevelsProps) {
  const { botLevel: label, botLevels, botStrength, botStrengthHint: hint } = texts.home;
  const options = botLevel.options.map((value) => ({ value, label: botStrength(botLevels[value], BOT_PR[value]) }));
  return <Choices label={label} hint={hint} options={options} value={level} onChange={onChange} />;
}
