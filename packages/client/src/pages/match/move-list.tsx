import type { Dice, Player } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { useEffect, useRef } from 'preact/hooks';
import type { Step } from '../../play/history.ts';
import { shownName, spokenName } from '../../play/people.ts';
import { RollProofButton } from '../../play/roll-proof.tsx';
import { stepNotation, stepSpoken } from '../../play/step-text.ts';
import { minutesText } from '../../strings/clock-hint.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';
import { termsTexts } from '../../strings/terms.ts';

interface MoveListProps {
  readonly view: MatchView;
  readonly steps: readonly Step[];
  /** The index of the step that the board shows. Null while it shows the present position. */
  readonly shown: number | null;
  readonly onShow: (index: number) => void;
  readonly onSeal: (roll: number) => void;
}

/** Every decision of the match, by game, in a column for each player. A click shows the board after it. */
export function MoveList(props: MoveListProps) {
  const { view, steps, shown } = props;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box && shown === null) box.scrollTop = box.scrollHeight;
  }, [steps.length, shown, view.outcome]);
  return (
    <section class="moves" aria-label={texts.moves}>
      <div class="moves__scroll">
        {steps.length === 0 && <Agreed view={view} />}
        {gamesOf(steps).map(({ game, rows }) => (
          <div key={game}>
            <div class="moves__game">
              <h2>{texts.game(game)}</h2>
              {SEATS.map((seat) => (
                <span key={seat} class="moves__name" aria-hidden="true">
                  <span class={`strip__checker strip__checker--${seat}`} />
                  <bdi>{shownName(view, seat)}</bdi>
                </span>
              ))}
            </div>
            <ol class="moves__list">
              {rows.map((row, index) => (
                <li key={index} class="moves__row">
                  <span class="moves__number tabular" aria-hidden="true">
                    {index + 1}
                  </span>
                  {row.map((entry) => entry && <Cell key={entry.step.n} {...props} {...entry} />)}
                </li>
              ))}
            </ol>
          </div>
        ))}
        <div ref={end} />
      </div>
    </section>
  );
}

/** Lists what was agreed, as long as there is no move to list. */
function Agreed({ view: { header, seat } }: Pick<MoveListProps, 'view'>) {
  const { rated, clock, absenceMs, players } = header;
  const isPlayer = seat !== null;
  return (
    <ul class="moves__none soft small">
      <li>{rated ? texts.rated : texts.unrated}</li>
      {clock && <li>{texts.clockTerms(clock.delayMs / 1000, minutesText(clock.reserveMs))}</li>}
      {clock && isPlayer && absenceMs !== null && <li>{termsTexts.awayLoses(minutesText(absenceMs))}</li>}
      {players.some(({ bot }) => bot) && !clock && <li>{texts.noClock}</li>}
    </ul>
  );
}

const SEATS: readonly Player[] = [0, 1];

function Cell({ view, step, index, shown, onShow, onSeal }: MoveListProps & Entry) {
  const isShown = index === shown;
  const look = step.dice ? '' : ' is-decision';
  return (
    <div class={`moves__cell moves__cell--${step.player}${isShown ? ' is-shown' : ''}`}>
      <button
        type="button"
        class={`moves__step${look}`}
        aria-current={isShown ? 'step' : undefined}
        onClick={() => onShow(index)}
      >
        {step.dice && <bdi class="moves__dice tabular">{diceText(step.dice)}</bdi>}
        <span class={`moves__text${look}`}>
          {/* notation is left-to-right in every language */}
          <bdi>{stepNotation(step)}</bdi>
        </span>
        <span class="visually-hidden">{withoutIsolates(stepSpoken(step, spokenName(view, step.player)))}</span>
      </button>
      {step.roll > 0 && <RollProofButton roll={step.roll} onOpen={onSeal} />}
    </div>
  );
}

function diceText([a, b]: Dice): string {
  return `${Math.max(a, b)}${Math.min(a, b)}:`;
}

/** A step with its index in the whole match. */
interface Entry {
  readonly step: Step;
  readonly index: number;
}

/** A numbered line of the list: at most one step of each player, that of player 0 first. */
type Row = readonly [Entry | null, Entry | null];

interface Game {
  readonly game: number;
  readonly rows: readonly Row[];
}

/** Returns the games with their rows. Read row by row, they have the steps in their order. */
export function gamesOf(steps: readonly Step[]): Game[] {
  const games: { game: number; rows: Row[] }[] = [];
  for (const [index, step] of steps.entries()) {
    let game = games.at(-1);
    if (game?.game !== step.game) {
      game = { game: step.game, rows: [] };
      games.push(game);
    }
    const { rows } = game;
    const entry = { step, index };
    const last = rows.at(-1);
    if (step.player === 0) rows.push([entry, null]);
    else if (last && last[1] === null) rows[rows.length - 1] = [last[0], entry];
    else rows.push([null, entry]);
  }
  return games;
}
