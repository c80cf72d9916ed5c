import type { StatedAnalysis } from 'bg-record/import';
import { legalPlays, makePlay, type Position, samePosition } from 'bg-rules';
import { useMemo } from 'preact/hooks';
import type { Moment } from '../../judged/moments.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import { LEAST_LOSS, type Subject, statedOf } from './subject.ts';

interface StatedProps {
  readonly subject: Subject;
  readonly moment: Moment;
}

/** One sentence: which program judged the decision in the file, what it lost, and what was best. */
export function Stated({ subject, moment }: StatedProps) {
  const stated = statedOf(subject, moment.n);
  const best = useMemo(() => stated && bestIn(stated, moment), [stated, moment]);
  if (!stated) return null;
  return (
    <p class="moment__stated soft small">
      {texts.stated.inFile}
      {stated.by !== null && (
        <>
          , <bdi>{stated.by}</bdi>
        </>
      )}
      : {stated.loss < LEAST_LOSS ? texts.stated.right : texts.stated.loses(stated.loss)}
      {best && stated.loss >= LEAST_LOSS && (
        <>
          {' '}
          {texts.stated.best} <bdi>{best}</bdi>
        </>
      )}
    </p>
  );
}

function bestIn({ plays, cube }: StatedAnalysis, moment: Moment): string | null {
  const [best] = plays;
  if (best) return notationTo(moment, best.position);
  if (!cube) return null;
  const { noDouble, doubleTake, doublePass } = cube;
  const answer = doubleTake <= doublePass ? 'take' : 'pass';
  const doubled = texts.cube[answer === 'take' ? 'doubleTake' : 'doublePass'];
  // A wrong take where a pass is worse lacked a beaver, of which the file has no equity.
  if (moment.type === 'take' || moment.type === 'pass') return moment.type === answer ? null : doubled;
  if (moment.type === 'beaver') return doubled;
  return noDouble >= Math.min(doubleTake, doublePass) ? texts.cube.noDouble : doubled;
}

/** Returns the play that leads to a position, in standard notation. */
function notationTo({ before, player, dice }: Moment, reached: Position): string | null {
  const play = dice && legalPlays(before, player, dice).find(({ position }) => samePosition(position, reached));
  return play ? makePlay(play.hops, { position: before, player }) : null;
}
