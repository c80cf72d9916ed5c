import { BoardLook, Volume } from '../../play/board-look.tsx';
import type { AnimationSpeed, PreferenceStore, Preferences } from '../../state/preferences.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choices, Switch } from '../../ui/fields.tsx';

/** Only the settings page asks for permissions. */
type Toggle = Exclude<
  { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences],
  'notifications'
>;

const TOGGLES: readonly Toggle[] = [
  'autoConfirmForced',
  'autoRoll',
  'greedyBearOff',
  'rollShutOut',
  'premove',
  'guide',
  'tutor',
  'confirmCube',
  'mirrored',
  'flipped',
  'arrows',
  'marks',
  'sounds',
  'muted',
];

const SPEEDS: readonly AnimationSpeed[] = ['off', 'fast', 'normal', 'slow'];

interface BoardSettingsProps {
  readonly preferences: PreferenceStore;
  readonly onClose: () => void;
}

/** The board's settings on this device. Every change applies immediately. */
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
      <Volume preferences={preferences} />
      <BoardLook preferences={preferences} />
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
