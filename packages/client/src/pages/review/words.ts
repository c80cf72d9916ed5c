import type { Player } from 'bg-rules';
import { stepNotation, stepSpoken } from '../../play/step-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import type { Judged } from './judged.ts';
import type { Subject } from './subject.ts';

type Named = Pick<Subject, 'names'>;

export function nameOf({ names }: Named, player: Player): string {
  return names[player];
}

/** Returns a decision for the list, in standard notation. A mistake about the cube has its name. */
export function notationOf({ moment, mark }: Judged): string {
  return moment.type === 'roll' && mark ? texts.cube.missedDouble : stepNotation(moment);
}

/** Returns the evaluation of a decision as it is read aloud. */
export function spokenJudgement({ moment, play, mark, cost }: Judged): string {
  const said = [];
  if (moment.type === 'roll' && mark) said.push(`${texts.cube.missedDouble}.`);
  if (mark) said.push(texts.spokenMark(mark));
  if (play?.forced) said.push(texts.spokenForced);
  if (play && !play.forced) said.push(texts.spokenRank(play.rank, play.of));
  if (cost !== null && cost > 0) said.push(texts.spokenLoss(cost));
  return said.join(' ');
}

/** Returns a moment as it is read aloud: its number, the decision, and the evaluation. */
export function spokenMoment(subject: Named, judged: readonly Judged[], index: number): string {
  const one = judged[index];
  if (!one) throw new RangeError(`there is no moment ${index}`);
  const { moment } = one;
  const place = texts.spokenMoment(index + 1, judged.length, moment.game, ...moment.state.score);
  return [place, stepSpoken(moment, nameOf(subject, moment.player)), spokenJudgement(one)].filter(Boolean).join(' ');
}
