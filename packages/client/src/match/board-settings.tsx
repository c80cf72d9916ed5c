import type { AnimationSpeed, PreferenceStore, Preferences } from '../session/types.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Choices, Switch } from '../ui/fields.tsx';
import { matchTexts as texts } from './texts.ts';

type Toggle = {
  [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never;
}[keyof Preferences];

const TOGGLES: readonly Toggle[] = [
  'autoConfirmForced',
  'autoRoll',
  'greedyBearOff',
  'confirmCube',
  'mirrored',
  'flipped',
  'sounds',
];

const SPEEDS: readonly AnimationSpeed[] = ['off', 'fast', 'normal', 'slow'];

interface BoardSettingsProps {
  readonly preferences: PreferenceStore;
  readonly onClose: () => void;
}

/** How the board behaves on this device; every change is in force at once. */
export function BoardSettings({ preferences, onClose }: BoardSettingsProps) {
  const current = preferences.current.value;
  return (
    <Dialog title={texts.settings} onClose={onClose}>
      <div>
        {TOGGLES.map((name) => (
          <Switch
            key={name}
            label={texts.toggles[name]}
            checked={current[name]}
            onChange={(on) => preferences.set({ [name]: on })}
          />
        ))}
      </div>
      <Choices
        label={texts.animation}
        options={SPEEDS.map((value) => ({ value, label: texts.speeds[value] }))}
        value={current.animation}
        onChange={(animation) => preferences.set({ animation })}
      />
      <p class="small soft">{texts.keys}</p>
    </Dialog>
  );
}
