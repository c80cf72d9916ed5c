import type { Player } from 'bg-rules';
import type { Judged } from '../../judged/judged.ts';
import { spokenJudgement } from '../../judged/words.ts';
import { stepSpoken } from '../../play/step-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import type { Subject } from './subject.ts';

type Named = Pick<Subject, 'names'>;

export function nameOf({ names }: Named, player: Player): string {
  return names[player];
}

/** Returns a moment as it is read aloud: its number, the decision, and the evaluation. */
export function spokenMoment(subject: Named, judged: readonly Judged[], index: number): string {
  const one = judged[index];
  if (!one) throw new RangeError(`there is no moment ${index}`);
  const { moment } = one;
  const place = texts.spokenMoment(index + 1, judged.length, moment.game, ...moment.state.score);
  return [place, stepSpoken(moment, nameOf(subject, moment.player)), spokenJudgement(one)].filter(Boolean).join(' ');
}
