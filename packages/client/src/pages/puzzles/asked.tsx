import { useEffect, useState } from 'preact/hooks';
import type { Choice, JudgedCard } from '../../engine/judge-card.ts';
import { DecisionBoard } from '../../play/decision-board.tsx';
import { DecisionTask, Stakes } from '../../play/decision-task.tsx';
import { SolvedFigures } from '../../play/solved-figures.tsx';
import { isRight, useJudgement } from '../../play/use-judgement.ts';
import { useKeys } from '../../play/use-keys.ts';
import { studyPath } from '../../records/study-link.ts';
import type { Client } from '../../state/client.ts';
import { cardTexts } from '../../strings/cards.ts';
import { texts as main } from '../../strings/main.ts';
import { puzzleSetTexts as texts } from '../../strings/puzzles.ts';
import { solvedTexts } from '../../strings/solved.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { OwnProgress, type ProgressProps, ratingText, ThemeField } from './own-progress.tsx';
import type { Progress } from './progress.ts';
import { type Puzzle, situationOfPuzzle } from './puzzle-set.ts';

/** The progress before and after an answer. */
interface Answered {
  readonly before: Progress;
  readonly progress: Progress;
}

interface AskedProps extends ProgressProps {
  readonly puzzle: Puzzle;
  readonly client: Client;
  /** Stores the answer. */
  readonly onJudged: (isRight: boolean) => Answered;
  readonly onNext: () => void;
}

/** One puzzle: the position, the reader's answer, and the ranking of the choices. */
export function Asked({ puzzle, client, onJudged, onNext, ...own }: AskedProps) {
  const [situation] = useState(() => situationOfPuzzle(puzzle));
  const [answer, setAnswer] = useState<Choice | null>(null);
  /** The play on the board after the answer. Null for the position before it. */
  const [shown, setShown] = useState<Choice | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const online = client.connection.status.value === 'online';
  const { judgement, again } = useJudgement({ situation, answer, others: [] }, online);
  const judged = judgement?.kind === 'judged' ? judgement.judged : null;
  useEffect(() => {
    if (judged) setAnswered(onJudged(isRight(judged)));
  }, [judged]);
  const decide = (choice: Choice) => {
    setAnswer(choice);
    setShown(choice);
  };
  const preferences = client.preferences.current.value;
  return (
    <div class="puzzle">
      <div class="puzzle__board">
        <DecisionBoard
          situation={situation}
          preferences={preferences}
          answer={answer}
          shown={shown}
          onAnswer={decide}
        />
      </div>
      <div class="puzzle__side">
        <h1>{texts.title}</h1>
        <ThemeField {...own} />
        <Stakes situation={situation} />
        {answer === null && <DecisionTask situation={situation} onAnswer={decide} />}
        {judgement?.kind === 'waiting' && <Waiting>{cardTexts.thinking}</Waiting>}
        {(judgement?.kind === 'not-loaded' || judgement?.kind === 'failed') && (
          <Notice tone="bad">
            <p>{cardTexts.notLoaded}</p>
            <Button onClick={again}>{cardTexts.again}</Button>
          </Notice>
        )}
        {judged && answered && (
          <section class="puzzle__answer" aria-label={solvedTexts.title}>
            <Verdict puzzle={puzzle} judged={judged} answered={answered} theme={own.theme} />
            <Next onNext={onNext} />
            <SolvedFigures position={situation.position} judged={judged} shown={shown} onShow={setShown} />
            <p class="soft small">{texts.measure}</p>
            <div class="row">
              <LinkButton icon="eye" href={studyPath(situation)}>
                {cardTexts.study}
              </LinkButton>
              {judged.plays && (
                <Button kind="quiet" onClick={() => setShown(null)}>
                  {cardTexts.showPosition}
                </Button>
              )}
            </div>
          </section>
        )}
        <OwnProgress {...own} />
        <p class="small">
          <a href="/puzzle">{main.home.puzzle}</a> · <a href="/openings">{main.footer.openings}</a> ·{' '}
          <a href="/cards">{main.footer.cards}</a>
        </p>
      </div>
    </div>
  );
}

interface VerdictProps extends Pick<AskedProps, 'puzzle' | 'theme'> {
  readonly judged: JudgedCard;
  readonly answered: Answered;
}

/** The loss of the answer, and what it does to the rating. The theme is named where the reader could not know it before. */
function Verdict({ puzzle, theme, judged, answered: { before, progress } }: VerdictProps) {
  const loss = judged.losses[0] ?? 0;
  const right = isRight(judged);
  const isFirst = before.answers[puzzle.xgid] === undefined;
  const [old, rating] = [before.rating, progress.rating];
  const change = Math.round(rating.rating) - Math.round(old.rating);
  return (
    <div role="status">
      <h2>{right ? (loss < 0.0005 ? cardTexts.best : cardTexts.good(loss)) : cardTexts.wrong(loss)}</h2>
      {!right && <p>{texts.comesBack}</p>}
      <p>{isFirst ? texts.ratingChange(ratingText(rating), change) : texts.noChange}</p>
      <p class="soft">{texts.puzzleRating(main.player.rating(puzzle.rating, false))}</p>
      {theme === null && <p class="soft">{texts.isTheme(texts.themes[puzzle.theme])}</p>}
    </div>
  );
}

function Next({ onNext }: Pick<AskedProps, 'onNext'>) {
  const others = { back: null, double: null, premove: null, hint: null, cancel: null, earlier: null, later: null };
  useKeys({ go: onNext, ...others });
  return (
    <div class="row">
      <Button kind="primary" icon="arrow" onClick={onNext}>
        {texts.next}
      </Button>
    </div>
  );
}
