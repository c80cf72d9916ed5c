import './advice.css';
import type { MatchView } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import type { Outlook } from '../../engine/outlook.ts';
import { maySeeChance } from '../../engine/permission.ts';
import { shownName } from '../../play/people.ts';
import { hintTexts } from '../../strings/hints.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { useEngine } from './use-engine.ts';

const texts = hintTexts.chance;

/** The win chances, for watchers only. */
export function ChanceBar({ view }: { readonly view: MatchView }) {
  const outlook = useChance(view);
  if (!outlook) return null;
  const { chance } = outlook;
  const [one, other] = [texts.share(chance), texts.share(1 - chance)];
  const label = withoutIsolates(texts.label(texts[outlook.of], shownName(view, 0), one, shownName(view, 1), other));
  return (
    <div class="chance">
      <div class="chance__bar" role="img" aria-label={label}>
        <span class="chance__side chance__side--0" style={{ width: `${(100 * chance).toFixed(1)}%` }} />
        <span class="chance__share chance__share--0 tabular">{one}</span>
        <span class="chance__share chance__share--1 tabular">{other}</span>
      </div>
      <p class="soft small" aria-hidden="true">
        {texts[outlook.of]} · {texts.estimate}
      </p>
    </div>
  );
}

/**
 * Returns the engine's latest win chance for a watcher. Returns null for a player, after the match, and without the
 * engine.
 */
function useChance({ header, events, seat, outcome, halted }: MatchView): Outlook | null {
  const engine = useEngine();
  const [outlook, setOutlook] = useState<Outlook | null>(null);
  const isShown = maySeeChance(seat) && !outcome && !halted;
  useEffect(() => {
    if (!isShown) return setOutlook(null);
    let isNewest = true;
    void engine
      .ask<'chance'>({ kind: 'chance', transcript: { header, events: [...events] }, seat })
      .then((told) => isNewest && told.ok && told.value && setOutlook(told.value));
    return () => {
      isNewest = false;
    };
  }, [isShown, events]);
  return outlook;
}
