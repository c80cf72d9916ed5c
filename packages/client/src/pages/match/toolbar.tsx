import { type Reaction, reaction as reactions } from '@anchor/wire';
import { useState } from 'preact/hooks';
import type { PreferenceStore } from '../../state/preferences.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { Button } from '../../ui/button.tsx';

interface ToolbarProps {
  readonly preferences: PreferenceStore;
  readonly onSettings: () => void;
  /** True if the viewer plays a match in progress, and so may leave it or resign. */
  readonly isPlaying: boolean;
  /** Nothing can be resigned before the first roll. Afterwards the resign button keeps its place. */
  readonly hasRolled: boolean;
  /** Null if the viewer cannot resign now. */
  readonly onResign: (() => void) | null;
  readonly onLeave: () => void;
  /** Null for a watcher. */
  readonly onReact: ((reaction: Reaction) => void) | null;
}

/** The tools beside the game. */
export function Toolbar({ preferences, onSettings, isPlaying, hasRolled, onResign, onLeave, onReact }: ToolbarProps) {
  const { sounds, mirrored } = preferences.current.value;
  return (
    <div class="tools" role="toolbar" aria-label={texts.tools}>
      {onReact && <Reactions onReact={onReact} />}
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
      {isPlaying && !hasRolled && (
        <Button kind="quiet" icon="leave" onClick={onLeave}>
          {texts.leave}
        </Button>
      )}
      {isPlaying && hasRolled && (
        <>
          <Button kind="quiet" icon="leave" aria-label={texts.leave} onClick={onLeave} />
          <Button kind="quiet" icon="flag" disabled={!onResign} onClick={() => onResign?.()}>
            {texts.resign}
          </Button>
        </>
      )}
    </div>
  );
}

function MirrorIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v16M9 8H4l4-4M4 8l4 4M15 16h5l-4 4M20 16l-4-4" />
    </svg>
  );
}

function SpeechIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v11h-8l-4.500 4v-4H4ZM9 9.500v1.500M15 9.500v1.500" />
    </svg>
  );
}

function Reactions({ onReact }: { readonly onReact: (reaction: Reaction) => void }) {
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
          {reactions.options.map((reaction) => (
            <button key={reaction} type="button" onClick={() => send(reaction)}>
              {texts.reactions[reaction]}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
