import type { MatchView } from '../../protocol/types.ts';
import { matchTexts as texts } from '../../strings/match.ts';

/** The match length, the game number, Crawford, and rated or unrated. */
export function MatchHead({ view }: { readonly view: MatchView }) {
  const { length, game, crawford } = view.match;
  return (
    <div class="match-head">
      <h1>{length === 0 ? texts.moneyGame : texts.matchTo(length)}</h1>
      {length > 0 && <span class="tag">{texts.game(game)}</span>}
      {crawford && length > 1 && <span class="tag tag--accent">{texts.crawford}</span>}
      {view.header.rated && <span class="tag">{texts.rated}</span>}
      {view.seat === null && !view.outcome && <span class="tag">{texts.watching}</span>}
    </div>
  );
}
