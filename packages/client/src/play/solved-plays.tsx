import { type Hop, makePlay, type Position } from 'bg-rules';
import { solvedTexts as texts } from '../strings/solved.ts';
import { TableHead } from '../ui/table-head.tsx';

/** A play of a solved position, for the player who makes it. */
interface SolvedPlay {
  readonly hops: readonly Hop[];
  readonly equity: number;
  readonly loss: number;
  /** The chances to win, to win a gammon or more, a backgammon, to lose a gammon or more, a backgammon. Absent where the engine gives none. */
  readonly chances: readonly number[] | undefined;
  readonly tag?: string | undefined;
}

interface SolvedPlaysProps {
  readonly position: Position;
  readonly plays: readonly SolvedPlay[];
  /** The places of the reader's play and of the one that is on the board, or -1. */
  readonly own: number;
  readonly shown: number;
  readonly onShow: (hops: readonly Hop[]) => void;
}

/** The plays of a solved position with their figures. Each can be shown on the board. */
export function SolvedPlays({ position, plays, own, shown, onShow }: SolvedPlaysProps) {
  return (
    <table class="play-figures puzzle__plays">
      <TableHead titles={[texts.play, texts.equity, texts.loss, texts.win, texts.gammons]} />
      <tbody>
        {plays.map(({ hops, equity, loss, chances, tag }, place) => (
          <tr key={place} class={place === own ? 'is-yours' : undefined}>
            <th scope="row">
              <button type="button" aria-pressed={place === shown} onClick={() => onShow(hops)}>
                <bdi>{makePlay(hops, { position, player: 0 })}</bdi>
              </button>
              {place === own && <span class="tag">{texts.yours}</span>}
              {tag && <span class="tag">{tag}</span>}
            </th>
            <td>{texts.equityOf(equity)}</td>
            <td>{texts.lossOf(loss)}</td>
            <td>{chances && texts.percent(chances[0] ?? 0)}</td>
            <td>{chances && texts.gammonsOf(chances[1] ?? 0, chances[3] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
