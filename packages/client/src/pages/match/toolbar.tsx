import type { Reaction } from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import { ReactionChoice, SpeechIcon } from '../../play/reactions.tsx';
import type { PreferenceStore } from '../../state/preferences.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { Button } from '../../ui/button.tsx';

/** The header of the page, where the match hides it. */
export interface HiddenHeader {
  readonly isShown: boolean;
  show(isShown: boolean): void;
}

interface ToolbarProps {
  readonly preferences: PreferenceStore;
  readonly onSettings: () => void;
  /** True if the viewer plays a match in progress, and so may leave it or resign. */
  readonly isPlaying: boolean;
  readonly isPhone: boolean;
  /** Null where the header is always shown. */
  readonly header: HiddenHeader | null;
  /** Nothing can be resigned before the first roll. Afterwards the resign button keeps its place. */
  readonly hasRolled: boolean;
  /** Null if the viewer cannot resign now. */
  readonly onResign: (() => void) | null;
  readonly onLeave: () => void;
  /** Null for a watcher. */
  readonly onReact: ((reaction: Reaction) => void) | null;
}

/** The tools beside the game. */
export function Toolbar(props: ToolbarProps) {
  const { preferences, onSettings, isPlaying, isPhone, header, hasRolled, onResign, onLeave, onReact } = props;
  const { sounds, mirrored } = preferences.current.value;
  return (
    <div class="tools" role="toolbar" aria-label={texts.tools}>
      {header && (
        <Button
          kind="quiet"
          icon="menu"
          aria-label={texts.header}
          title={texts.header}
          aria-expanded={header.isShown}
          onClick={() => header.show(!header.isShown)}
        />
      )}
      {onReact && <Reactions preferences={preferences} onReact={onReact} />}
      <Button
        kind="quiet"
        icon={sounds ? 'sound' : 'mute'}
        aria-label={sounds ? texts.soundOff : texts.soundOn}
        onClick={() => preferences.set({ sounds: !sounds })}
      />
      <Button
        kind="quiet"
        aria-label={texts.flip}
        aria-pressed={mirrored}
        onClick={() => preferences.set({ mirrored: !mirrored })}
      >
        <MirrorIcon />
      </Button>
      <Button kind="quiet" icon="settings" aria-label={texts.settings} onClick={onSettings} />
      {isPhone && document.fullscreenEnabled && <FullScreenButton />}
      {isPlaying && !hasRolled && (
        <Button kind="quiet" icon="leave" onClick={onLeave}>
          {texts.leave}
        </Button>
      )}
      {isPlaying && hasRolled && (
        <>
          <Button kind="quiet" icon="leave" aria-label={texts.leave} onClick={onLeave} />
          <Button
            kind="quiet"
            icon="flag"
            aria-label={isPhone ? texts.resign : undefined}
            disabled={!onResign}
            onClick={() => onResign?.()}
          >
            {isPhone ? null : texts.resign}
          </Button>
        </>
      )}
    </div>
  );
}

/** Gives the match the whole screen, without the bars of the browser, and gives it back, also when the match is left. */
function FullScreenButton() {
  const [isOn, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const update = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => {
      document.removeEventListener('fullscreenchange', update);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
  // A browser may refuse. Then nothing changes.
  const toggle = () =>
    void (isOn ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  return (
    <Button kind="quiet" aria-label={texts.fullScreen} title={texts.fullScreen} aria-pressed={isOn} onClick={toggle}>
      <FullScreenIcon />
    </Button>
  );
}

function FullScreenIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5" />
    </svg>
  );
}

function MirrorIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v16M9 8H4l4-4M4 8l4 4M15 16h5l-4 4M20 16l-4-4" />
    </svg>
  );
}

interface ReactionsProps {
  readonly preferences: PreferenceStore;
  readonly onReact: (reaction: Reaction) => void;
}

/** Phrases and emoji to send, and the switch that mutes those of others. */
function Reactions({ preferences, onReact }: ReactionsProps) {
  const [open, setOpen] = useState(false);
  const send = (reaction: Reaction) => {
    setOpen(false);
    onReact(reaction);
  };
  return (
    <fieldset
      class="reactions"
      aria-label={texts.react}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <Button kind="quiet" aria-label={texts.react} aria-expanded={open} onClick={() => setOpen(!open)}>
        <SpeechIcon />
      </Button>
      {open && (
        <div class="reactions__list">
          <ReactionChoice preferences={preferences} onChoose={send} />
        </div>
      )}
    </fieldset>
  );
}
