import type { EngineName } from '@anchor/analysis';
import type { CubeEvaluation } from '@anchor/wire';
import { opponent, type Player } from 'bg-rules';
import type { Judged } from '../../judged/judged.ts';
import type { Moment } from '../../judged/moments.ts';
import { reviewTexts } from '../../strings/review.ts';
import { statedOf } from './subject.ts';
import type { Review } from './use-review.ts';
import { nameOf } from './words.ts';

const texts = reviewTexts.cube;

interface TableProps {
  readonly review: Review;
  readonly evaluation: CubeEvaluation;
  readonly by: EngineName;
}

const CHOICES = ['noDouble', 'doubleTake', 'doublePass'] as const;
type Choice = (typeof CHOICES)[number];

/** The three outcomes of a doubling decision by the engine, and a verdict on the action taken. */
export function CubeTable({ review, evaluation, by }: TableProps) {
  const { subject, now, report, estimate } = review;
  const right = rightChoice(evaluation);
  const inFile = statedOf(subject, now.moment.n)?.cube;
  return (
    <>
      <p class="small">
        <strong>{texts.engine(evaluation.action)}</strong>
      </p>
      <p class="small">{verdictOf(now)}</p>
      <table class="plays plays--cube">
        <caption class="visually-hidden">{texts.title}</caption>
        {inFile && (
          <thead>
            <tr>
              <td />
              <th scope="col">{reviewTexts.equity}</th>
              <th scope="col">{reviewTexts.difference}</th>
              <th scope="col">{reviewTexts.stated.column}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {CHOICES.map((choice) => (
            <tr key={choice} class={choice === right ? 'is-right' : undefined}>
              <th scope="row">
                {texts[choice]} {choice === right && <span aria-hidden="true">✓</span>}
              </th>
              <td>{reviewTexts.equityOf(evaluation[choice])}</td>
              <td>{reviewTexts.loss(Math.abs(evaluation[choice] - evaluation[right]))}</td>
              {inFile && <td>{reviewTexts.equityOf(inFile[choice])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft small">
        {texts.seenBy(nameOf(subject, doublerOf(now.moment)))} {report !== estimate?.report && texts.apart}{' '}
        {texts.by(by.engineId, by.ply)}
      </p>
    </>
  );
}

/** Returns the best choice for the doubler against the best answer. */
function rightChoice({ noDouble, doubleTake, doublePass }: CubeEvaluation): Choice {
  const answer = doubleTake <= doublePass ? 'doubleTake' : 'doublePass';
  return noDouble >= Math.min(doubleTake, doublePass) ? 'noDouble' : answer;
}

function verdictOf({ moment, cost }: Judged): string {
  if (cost === null) return texts.unjudged;
  if (cost === 0) return texts.right;
  const { type } = moment;
  const isNamed = type === 'roll' || type === 'double' || type === 'take' || type === 'pass';
  return (isNamed ? texts.wrongs[type] : texts.wrong)(cost);
}

/** Returns the player who offered the double in question. The doubler answers a beaver. */
function doublerOf({ type, player, state }: Moment): Player {
  if (type === 'double' || type === 'roll') return player;
  return state.phase === 'double' ? opponent(player) : player;
}
