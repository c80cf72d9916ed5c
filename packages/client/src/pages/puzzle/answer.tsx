import type { PuzzleAnswer, PuzzlePlay, PuzzleView } from '@anchor/wire';
import { type Hop, makePlay, makeSituation, type Situation } from 'bg-rules';
import { studyPath } from '../../records/study-link.ts';
import { puzzleTexts as texts } from '../../strings/puzzle.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { TableHead } from '../../ui/table-head.tsx';
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
    <section class="puzzle__answer" aria-label={texts.table}>
      <div role="status">
        <h2>{rank === 1 ? texts.solved : texts.ranked(rank, puzzle.choices)}</h2>
        {rank > 1 && <p>{texts.lost(loss.toFixed(3))}</p>}
      </div>
      <PlayTable puzzle={puzzle} answer={answer} chosen={chosen} onChoose={onChoose} />
      <p class="soft small">{texts.rowHelp}</p>
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
  const isYours = (one: PuzzlePlay) => String(one.hops) === String(play.hops);
  const rows = best.some(isYours) ? best : [...best, play];
  return (
    <table class="play-figures puzzle__plays">
      <TableHead titles={[texts.play, texts.equity, texts.loss, texts.win, texts.gammon]} />
      <tbody>
        {rows.map((one) => (
          <tr key={String(one.hops)} class={isYours(one) ? 'is-yours' : undefined}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={String(chosen) === String(one.hops)}
                onClick={() => onChoose(one.hops)}
              >
                <bdi>{makePlay(one.hops, { position: puzzle.position, player: 0 })}</bdi>
              </button>
              {isYours(one) && <span class="tag">{texts.yours}</span>}
            </th>
            <td>{texts.equityOf(one.equity)}</td>
            <td>{texts.lossOf(one.loss)}</td>
            <td>{percent(one.chances[0])}</td>
            <td>{percent(one.chances[1])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function percent(chance: number): string {
  return `${(chance * 100).toFixed(1)}%`;
}

/** Shares with the system's dialog if there is one, otherwise copies to the clipboard. */
function share(text: string): Promise<void> {
  if (!navigator.share) return copy(text, texts.copied);
  // closing the dialog is not an error
  return navigator.share({ text }).catch(() => undefined);
}
