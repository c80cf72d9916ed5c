import type { PuzzleAnswer, PuzzlePlay, PuzzleView } from '@anchor/wire';
import { type Hop, makeSituation, type Situation } from 'bg-rules';
import { SolvedPlays } from '../../play/solved-plays.tsx';
import { studyPath } from '../../records/study-link.ts';
import { puzzleTexts as texts } from '../../strings/puzzle.ts';
import { solvedTexts } from '../../strings/solved.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { shareText } from './share.ts';
import type { ShownPuzzle } from './use-puzzle.ts';

interface AnswerProps {
  readonly shown: ShownPuzzle;
  readonly answer: PuzzleAnswer;
  /** The play on the board, or null for the position before it. */
  readonly chosen: readonly Hop[] | null;
  readonly onChoose: (hops: readonly Hop[] | null) => void;
}

/** The result of the answer: its rank and loss, the best plays, and a text to share without spoilers. */
export function Answer({ shown, answer, chosen, onChoose }: AnswerProps) {
  const { puzzle, streak } = shown;
  const { rank, loss } = answer;
  return (
    <section class="puzzle__answer" aria-label={solvedTexts.title}>
      <div role="status">
        <h2>{rank === 1 ? texts.solved : texts.ranked(rank, puzzle.choices)}</h2>
        {rank > 1 && <p>{texts.lost(loss.toFixed(3))}</p>}
      </div>
      <PlayTable puzzle={puzzle} answer={answer} chosen={chosen} onChoose={onChoose} />
      <p class="soft small">{solvedTexts.rowHelp}</p>
      <p class="soft small">{texts.explained}</p>
      <div class="row">
        <Button icon="share" onClick={() => share(shareText(puzzle, answer, streak, location.origin))}>
          {texts.share}
        </Button>
        <LinkButton icon="eye" href={studyPath(situationOfPuzzle(puzzle))}>
          {texts.study}
        </LinkButton>
        <Button kind="quiet" onClick={() => onChoose(null)}>
          {texts.before}
        </Button>
      </div>
    </section>
  );
}

function situationOfPuzzle({ position, dice, cube, score, length, crawford, jacoby, beavers }: PuzzleView): Situation {
  const isMatch = length > 0;
  const rules = { cube: true, crawford: isMatch, jacoby: jacoby && !isMatch, beavers: beavers && !isMatch };
  return makeSituation({ position, dice, cube, score, length, crawford, rules });
}

type TableProps = Omit<AnswerProps, 'shown'> & { readonly puzzle: PuzzleView };

function PlayTable({ puzzle, answer, chosen, onChoose }: TableProps) {
  const { best, play } = answer;
  const placeOf = (plays: readonly PuzzlePlay[], hops: readonly Hop[] | null) =>
    plays.findIndex((one) => String(one.hops) === String(hops));
  const plays = placeOf(best, play.hops) === -1 ? [...best, play] : best;
  return (
    <SolvedPlays
      position={puzzle.position}
      plays={plays}
      own={placeOf(plays, play.hops)}
      shown={placeOf(plays, chosen)}
      onShow={onChoose}
    />
  );
}

/** Shares with the system's dialog if there is one, otherwise copies to the clipboard. */
function share(text: string): Promise<void> {
  if (!navigator.share) return copy(text, texts.copied);
  // closing the dialog is not an error
  return navigator.share({ text }).catch(() => undefined);
}
