import { useState } from 'preact/hooks';
import { chooseLanguage, chosenLanguage, isLanguage, LANGUAGES } from '../../strings/language.ts';
import { texts } from '../../strings/main.ts';
import { Choices, Group } from '../../ui/fields.tsx';

/** Each language is offered by its own name, so that its readers find it. */
const LANGUAGE_OPTIONS = Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name, lang: value }));

/** Texts are chosen before anything is drawn, so a choice reloads the page. */
export function LanguageChoice() {
  const { settings } = texts;
  const [refused, setRefused] = useState(false);
  const change = (value: string) => {
    const kept = chooseLanguage(isLanguage(value) ? value : null);
    if (kept) location.reload();
    else setRefused(true);
  };
  return (
    <Group title={settings.language}>
      <Choices
        label={settings.languageOfTexts}
        hint={refused ? settings.languageRefused : settings.languageHint}
        options={[{ value: 'system', label: settings.languageOfBrowser }, ...LANGUAGE_OPTIONS]}
        value={chosenLanguage() ?? 'system'}
        onChange={change}
      />
    </Group>
  );
}
