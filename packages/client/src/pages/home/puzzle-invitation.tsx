import { puzzleTexts as texts } from '../../strings/puzzle.ts';
import { LinkButton } from '../../ui/button.tsx';

/** The link to today's puzzle. */
export function PuzzleInvitation() {
  return (
    <section class="card puzzle-invitation" aria-labelledby="puzzle-invitation">
      <div>
        <h2 id="puzzle-invitation">{texts.today}</h2>
        <p class="soft">{texts.invitation}</p>
      </div>
      <LinkButton href="/puzzle" icon="dice">
        {texts.solve}
      </LinkButton>
    </section>
  );
}
