import { type BotLevel, botLevel } from '@anchor/wire';
import { texts } from '../../strings/main.ts';
import { Choices } from '../../ui/fields.tsx';

/** The performance rating of each level. docs/engine.md describes the measurement. */
const PR: Readonly<Record<BotLevel, number>> = { beginner: 27, intermediate: 11, advanced: 5, expert: 1 };

interface BotLevelsProps {
  readonly level: BotLevel;
  readonly onChange: (level: BotLevel) => void;
}

/** The choice of the bot's strength. */
export function BotLevels({ level, onChange }: BotLevelsProps) {
  const { botLevel: label, botLevels, botStrength, botStrengthHint: hint } = texts.home;
  const options = botLevel.options.map((value) => ({ value, label: botStrength(botLevels[value], PR[value]) }));
  return <Choices label={label} hint={hint} options={options} value={level} onChange={onChange} />;
}
