import './settings.css';
import { startPosition } from 'bg-rules';
import { useState } from 'preact/hooks';
import type { ShownDice } from '../../board/dice.tsx';
import { useMaterial } from '../../board/material.ts';
import { SmallBoard } from '../../board/small-board.tsx';
import { BoardLook, Volume } from '../../play/board-look.tsx';
import type { Client } from '../../state/client.ts';
import type { AnimationSpeed, PreferenceStore, Preferences, Theme } from '../../state/preferences.ts';
import { chooseLanguage, chosenLanguage, isLanguage, LANGUAGES } from '../../strings/language.ts';
import { settingsTexts as settings } from '../../strings/settings.ts';
import { Choices, Group, Switch } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { BlockedPlayers } from './blocked-players.tsx';
import { CountryChoice } from './country-choice.tsx';
import { PushSettings } from './push-settings.tsx';

/** The preferences that are on or off. */
type Toggle = Exclude<
  { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences],
  'notifications'
>;

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const PLAYING: readonly Toggle[] = [
  'confirmCube',
  'autoRoll',
  'autoConfirmForced',
  'greedyBearOff',
  'rollShutOut',
  'premove',
  'muted',
  'guide',
  'tutor',
];
const SPEEDS: readonly AnimationSpeed[] = ['off', 'fast', 'normal', 'slow'];

interface SettingsProps {
  readonly preferences: PreferenceStore;
}

export default function SettingsPage({ client }: { readonly client: Client }) {
  const { preferences } = client;
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
        <Volume preferences={preferences} />
      </Group>
      <BoardGroup preferences={preferences} />
      <Group title={settings.playing}>
        <Toggles preferences={preferences} names={PLAYING} />
        <TurnMessages preferences={preferences} />
      </Group>
      <PushSettings client={client} />
      <CountryChoice client={client} />
      <BlockedPlayers client={client} />
      <LanguageChoice />
    </Page>
  );
}

const START = startPosition();
const CUBE = { value: 1, owner: null, offeredTo: null } as const;

/** The roll of both players, to show their dice. */
const DICE: readonly ShownDice[] = ([0, 1] as const).map((owner) => ({
  owner,
  dice: [5, 3].map((value) => ({ value: value - owner, used: false })),
  roll: 1,
  aside: false,
}));

function BoardGroup({ preferences }: SettingsProps) {
  return (
    <Group title={settings.board}>
      <div class="settings__look">
        <div class="settings__board" role="img" aria-label={settings.boardPreview}>
          <SmallBoard position={START} cube={CUBE} dice={DICE} material={useMaterial()} />
        </div>
        <div class="stack">
          <BoardLook preferences={preferences} />
        </div>
      </div>
      <Toggles preferences={preferences} names={['arrows', 'marks', 'mirrored', 'flipped']} />
    </Group>
  );
}

const hints: Partial<Record<Toggle, string>> = {
  marks: settings.marksHint,
  mirrored: settings.mirroredHint,
  confirmCube: settings.confirmCubeHint,
  autoRoll: settings.autoRollHint,
  autoConfirmForced: settings.autoConfirmForcedHint,
  greedyBearOff: settings.greedyBearOffHint,
  rollShutOut: settings.rollShutOutHint,
  premove: settings.premoveHint,
  muted: settings.mutedHint,
  guide: settings.guideHint,
  tutor: settings.tutorHint,
};

function Toggles({ preferences, names }: SettingsProps & { readonly names: readonly Toggle[] }) {
  const current = preferences.current.value;
  return (
    <>
      {names.map((name) => (
        <Switch
          key={name}
          label={settings[name]}
          hint={hints[name]}
          checked={current[name]}
          onChange={(checked) => preferences.set({ [name]: checked })}
        />
      ))}
    </>
  );
}

/** Each language is offered by its own name, so that its readers find it. */
const LANGUAGE_OPTIONS = Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name, lang: value }));

/** Texts are chosen before anything is drawn, so a choice reloads the page. */
function LanguageChoice() {
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

/**
 * The switch for system notifications when it is the player's turn. The page asks the browser for permission only when
 * the player turns it on. Until the browser answers, the switch stays off, so that it always shows the stored value.
 */
function TurnMessages({ preferences }: { readonly preferences: PreferenceStore }) {
  const [answer, setAnswer] = useState({ isDenied: false });
  if (typeof Notification === 'undefined') return null;
  const ask = async () => {
    // a new object every time, to redraw the switch with the stored value
    setAnswer({ isDenied: false });
    const given = await Notification.requestPermission();
    setAnswer({ isDenied: given === 'denied' });
    preferences.set({ notifications: given === 'granted' });
  };
  const change = (wanted: boolean) => {
    if (wanted && Notification.permission !== 'granted') return ask();
    preferences.set({ notifications: wanted });
  };
  const isOn = preferences.current.value.notifications && Notification.permission === 'granted';
  return (
    <Switch
      label={settings.notifications}
      hint={answer.isDenied ? settings.notificationsDenied : settings.notificationsHint}
      checked={isOn}
      onChange={change}
    />
  );
}
