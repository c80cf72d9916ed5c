import type { Dice } from 'bg-rules';
import type { MatchView } from 'bg-session';
import { useEffect, useRef } from 'preact/hooks';
import type { Step } from '../../play/history.ts';
import { spokenName } from '../../play/people.ts';
import { RollProofButton } from '../../play/roll-proof.tsx';
import { stepNotation, stepSpoken } from '../../play/step-text.ts';
import { matchTexts as texts } from '../../strings/match.ts';
import { withoutIsolates } from '../../strings/name-text.ts';

interface MoveListProps {
  readonly view: MatchView;
  readonly steps: readonly Step[];
  /** The index of the step that the board shows. Null while it shows the present position. */
  readonly shown: number | null;
  readonly onShow: (index: number) => void;
  readonly onSeal: (roll: number) => void;
}

/** Every decision of the match, by game. A click shows the board after it. */
export function MoveList({ view, steps, shown, onShow, onSeal }: MoveListProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box && shown === null) box.scrollTop = box.scrollHeight;
  }, [steps.length, shown, view.outcome]);
  return (
    <section class="moves" aria-label={texts.moves}>
      <div class="moves__scroll">
        {steps.length === 0 && <p class="moves__none soft small">{texts.noMoves}</p>}
        {gamesOf(steps).map(({ game, rows }) => (
          <div key={game}>
            <h2 class="moves__game">{texts.game(game)}</h2>
            <ol class="moves__list">
              {rows.map(({ step, index }) => (
                <Row
                  key={step.n}
                  view={view}
                  step={step}
                  isShown={index === shown}
                  onShow={() => onShow(index)}
                  onSeal={onSeal}
                />
              ))}
            </ol>
          </div>
        ))}
        <div ref={end} />
      </div>
    </section>
  );
}

interface RowProps {
  readonly view: MatchView;
  readonly step: Step;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onSeal: (roll: number) => void;
}

function Row({ view, step, isShown, onShow, onSeal }: RowProps) {
  return (
    <li class={`moves__row${isShown ? ' is-shown' : ''}`}>
      <button type="button" class="moves__step" aria-current={isShown ? 'step' : undefined} onClick={onShow}>
        <span class={`strip__checker strip__checker--${step.player}`} />
        <bdi class="moves__dice tabular">{step.dice ? diceText(step.dice) : ''}</bdi>
        <span class={`moves__text${step.dice ? '' : ' is-decision'}`}>
          {/* notation is left-to-right in every language */}
          <bdi>{stepNotation(step)}</bdi>
        </span>
        <span class="visually-hidden">{withoutIsolates(stepSpoken(step, spokenName(view, step.player)))}</span>
      </button>
      {step.roll > 0 && <RollProofButton roll={step.roll} onOpen={onSeal} />}
    </li>
  );
}

function diceText([a, b]: Dice): string {
  return `${Math.max(a, b)}${Math.min(a, b)}:`;
}

function gamesOf(steps: readonly Step[]) {
  const games: { game: number; rows: { step: Step; index: number }[] }[] = [];
  for (const [index, step] of steps.entries()) {
    const last = games.at(-1);
    if (last?.game === step.game) last.rows.push({ step, index });
    else games.push({ game: step.game, rows: [{ step, index }] });
  }
  return games;
}
