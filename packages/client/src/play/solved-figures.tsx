import type { CubeEvaluation } from '@anchor/wire';
import type { Position } from 'bg-rules';
import type { Choice, JudgedCard } from '../engine/judge-card.ts';
import { cardTexts as texts } from '../strings/cards.ts';
import { solvedTexts } from '../strings/solved.ts';
import { TableHead } from '../ui/table-head.tsx';
import { SolvedPlays } from './solved-plays.tsx';

/** The place of a play that a tag names, and the tag. */
interface Tagged {
  readonly place: number | undefined;
  readonly tag: string;
}

interface SolvedFiguresProps {
  readonly position: Position;
  readonly judged: JudgedCard;
  /** The play on the board. */
  readonly shown: Choice | null;
  readonly tagged?: Tagged;
  readonly onShow: (choice: Choice) => void;
}

/** The figures of a judged decision: the ranking of the plays, or the three results of a double; and the engine that judged it. */
export function SolvedFigures({ position, judged, shown, tagged, onShow }: SolvedFiguresProps) {
  const { plays, places, evaluation, engine } = judged;
  const [own = -1] = places;
  /** The player's own play is shown by the hops that were made, which may be others than those of the table. */
  const listed = plays?.findIndex(({ hops }) => shown?.type === 'play' && String(shown.hops) === String(hops)) ?? -1;
  return (
    <div class="puzzle__figures">
      {plays && (
        <SolvedPlays
          position={position}
          plays={plays.map(({ probs, ...play }, place) => ({
            ...play,
            chances: probs,
            tag: tagged?.place === place ? tagged.tag : undefined,
          }))}
          own={own}
          shown={shown && listed === -1 ? own : listed}
          onShow={(hops) => onShow({ type: 'play', hops })}
        />
      )}
      {evaluation && <SolvedCube evaluation={evaluation} />}
      <p class="soft small">
        {plays ? solvedTexts.rowHelp : texts.seenByDoubler} {texts.by(engine.engineId, engine.ply)}
      </p>
    </div>
  );
}

const ROWS = ['noDouble', 'doubleTake', 'doublePass'] as const;

function SolvedCube({ evaluation }: { readonly evaluation: CubeEvaluation }) {
  return (
    <table class="play-figures puzzle__plays">
      <TableHead titles={[texts.cube, solvedTexts.equity]} />
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <th scope="row">{texts[row]}</th>
            <td>{solvedTexts.equityOf(evaluation[row])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
