import './reactions.css';
import type { Reaction } from '@anchor/wire';
import type { PreferenceStore } from '../state/preferences.ts';
import { matchTexts as texts } from '../strings/match.ts';
import { Button } from '../ui/button.tsx';

const EMOJI: Readonly<Record<string, string>> = {
  'thumbs-up': '👍',
  clapping: '👏',
  smiling: '🙂',
  laughing: '😂',
  surprised: '😮',
  sad: '😢',
  sweating: '😅',
  fire: '🔥',
};

const all = Object.keys(texts.reactions) as Reaction[];
/** The reactions that are emoji, and those that are phrases. */
export const emoji = all.filter((one) => one in EMOJI);
export const phrases = all.filter((one) => !(one in EMOJI));

/** True for a reaction that this page has words for. A newer server may have others. */
export function isKnownReaction(reaction: string): reaction is Reaction {
  return Object.hasOwn(texts.reactions, reaction);
}

/** A reaction as it is shown: the phrase, or the emoji with its name for screen readers. */
export function ReactionText({ reaction }: { readonly reaction: Reaction }) {
  const sign = EMOJI[reaction];
  if (sign === undefined) return <>{texts.reactions[reaction]}</>;
  return (
    <>
      <span aria-hidden="true">{sign}</span>
      <span class="visually-hidden">{texts.reactions[reaction]}</span>
    </>
  );
}

interface ChoiceProps {
  readonly preferences: PreferenceStore;
  readonly onChoose: (reaction: Reaction) => void;
}

/** Phrases and emoji to send, and the switch that mutes those of others. */
export function ReactionChoice({ preferences, onChoose }: ChoiceProps) {
  const { muted } = preferences.current.value;
  const choice = (reaction: Reaction) => (
    <button key={reaction} type="button" onClick={() => onChoose(reaction)}>
      <ReactionText reaction={reaction} />
    </button>
  );
  return (
    <>
      <div class="reactions__emoji">{emoji.map(choice)}</div>
      <div class="reactions__phrases">{phrases.map(choice)}</div>
      {muted && <p class="small soft">{texts.reactionsMuted}</p>}
      <Button kind="quiet" icon={muted ? 'sound' : 'mute'} onClick={() => preferences.set({ muted: !muted })}>
        {muted ? texts.unmuteReactions : texts.muteReactions}
      </Button>
    </>
  );
}

export function SpeechIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v11h-8l-4.500 4v-4H4ZM9 9.500v1.500M15 9.500v1.500" />
    </svg>
  );
}
