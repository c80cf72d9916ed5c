import type { AnimationSpeed, PreferenceStore, Preferences, Theme } from '../session/types.ts';
import { texts } from '../strings/en.ts';
import { Choices, Group, Switch } from '../ui/fields.tsx';
import { Page } from '../ui/page.tsx';

/** The preferences that are on or off. */
type Toggle = { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences];

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const SPEEDS: readonly AnimationSpeed[] = ['off', 'fast', 'normal', 'slow'];

interface SettingsProps {
  readonly preferences: PreferenceStore;
}

/** What a player prefers on this device. */
export default function SettingsPage({ preferences }: SettingsProps) {
  const { settings } = texts;
  const { theme, animation } = preferences.current.value;
  return (
    <Page title={settings.title} lead={settings.lead}>
      <Group title={settings.look}>
        <Choices
          label={settings.theme}
          options={THEMES.map((value) => ({ value, label: settings.themes[value] }))}
          value={theme}
          onChange={(chosen: Theme) => preferences.set({ theme: chosen })}
        />
        <Choices
          label={settings.animation}
          hint={settings.animationHint}
          options={SPEEDS.map((value) => ({ value, label: settings.animations[value] }))}
          value={animation}
          onChange={(chosen: AnimationSpeed) => preferences.set({ animation: chosen })}
        />
        <Toggles preferences={preferences} names={['sounds']} />
      </Group>
      <Group title={settings.board}>
        <Toggles preferences={preferences} names={['mirrored', 'flipped']} />
      </Group>
      <Group title={settings.playing}>
        <Toggles preferences={preferences} names={['confirmCube', 'autoRoll', 'autoConfirmForced', 'greedyBearOff']} />
      </Group>
    </Page>
  );
}

const hints: Partial<Record<Toggle, string>> = {
  mirrored: texts.settings.mirroredHint,
  confirmCube: texts.settings.confirmCubeHint,
  autoRoll: texts.settings.autoRollHint,
  autoConfirmForced: texts.settings.autoConfirmForcedHint,
  greedyBearOff: texts.settings.greedyBearOffHint,
};

function Toggles({ preferences, names }: SettingsProps & { readonly names: readonly Toggle[] }) {
  const current = preferences.current.value;
  return (
    <>
      {names.map((name) => (
        <Switch
          key={name}
          label={texts.settings[name]}
          hint={hints[name]}
          checked={current[name]}
          onChange={(checked) => preferences.set({ [name]: checked })}
        />
      ))}
    </>
  );
}
