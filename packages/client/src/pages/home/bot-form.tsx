import { type BotLevel, botLevel } from '@anchor/wire';
import { BOT_PR } from '../../play/bot-strength.ts';
import type { BotTerms } from '../../state/last-terms.ts';
import type { PreferenceStore } from '../../state/preferences.ts';
import { texts } from '../../strings/main.ts';
import { settingsTexts } from '../../strings/settings.ts';
import { Choices, Switch } from '../../ui/fields.tsx';
import { TermsForm } from './terms-form.tsx';

interface BotFormProps {
  readonly terms: BotTerms;
  /** How long an announced absence may take. Null while unknown. */
  readonly absenceMs: number | null;
  readonly preferences: PreferenceStore;
  readonly onChange: (terms: BotTerms) => void;
}

/** The terms of a match against the bot. */
export default function BotForm({ terms, absenceMs, preferences, onChange }: BotFormProps) {
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
      <Switch
        label={settingsTexts.tutor}
        hint={settingsTexts.tutorHint}
        checked={preferences.current.value.tutor}
        onChange={(tutor) => preferences.set({ tutor })}
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
