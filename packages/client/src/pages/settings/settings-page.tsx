import { startPosition } from 'bg-rules';
import { SmallBoard } from '../../board/small-board.tsx';
import type { AnimationSpeed, BoardTheme, PreferenceStore, Preferences, Theme } from '../../protocol/types.ts';
import type { Client } from '../../state/client.ts';
import { texts } from '../../strings/main.ts';
import { Choices, Group, Switch } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { TurnMessages } from './turn-messages.tsx';
import './settings.css';

/** The preferences that are on or off. */
type Toggle = Exclude<
  { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences],
  'notifications'
>;

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const PLAYING: readonly Toggle[] = ['confirmCube', 'autoRoll', 'autoConfirmForced', 'greedyBearOff', 'premove'];
const SPEEDS: readonly AnimationSpeed[] = ['off', 'fast', 'normal', 'slow'];

interface SettingsProps {
  readonly preferences: PreferenceStore;
}

export default function SettingsPage({ client: { preferences } }: { readonly client: Client }) {
  const { settings } = texts;
  const { theme, animation } = preferences.current.value;
  return (
    <Page title={settings.title} lead={settings.lead}>
      {!preferences.kept.value && <Notice tone="warn">{settings.notKept}</Notice>}
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
      <BoardLook preferences={preferences} />
      <Group title={settings.playing}>
        <Toggles preferences={preferences} names={PLAYING} />
        <TurnMessages preferences={preferences} />
      </Group>
      <LanguageChoice />
    </Page>
  );
}

const BOARDS: readonly BoardTheme[] = ['sea', 'walnut', 'linen', 'contrast'];
const START = startPosition();
const CUBE = { value: 1, owner: null, offeredTo: null } as const;

function BoardLook({ preferences }: SettingsProps) {
  const { settings } = texts;
  return (
    <Group title={settings.board}>
      <Choices
        label={settings.boardTheme}
        options={BOARDS.map((value) => ({ value, label: settings.boardThemes[value] }))}
        value={preferences.current.value.board}
        onChange={(board: BoardTheme) => preferences.set({ board })}
      />
      <div class="settings__board" role="img" aria-label={settings.boardPreview}>
        <SmallBoard position={START} cube={CUBE} dice={[]} />
      </div>
      <Toggles preferences={preferences} names={['marks', 'mirrored', 'flipped']} />
    </Group>
  );
}

const hints: Partial<Record<Toggle, string>> = {
  marks: texts.settings.marksHint,
  mirrored: texts.settings.mirroredHint,
  confirmCube: texts.settings.confirmCubeHint,
  autoRoll: texts.settings.autoRollHint,
  autoConfirmForced: texts.settings.autoConfirmForcedHint,
  greedyBearOff: texts.settings.greedyBearOffHint,
  premove: texts.settings.premoveHint,
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
