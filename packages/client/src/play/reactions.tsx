import type { Reaction } from '@anchor/wire';
import { matchTexts as texts } from '../strings/match.ts';

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
