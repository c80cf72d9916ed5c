import type { Header } from 'bg-record';
import type { Player } from 'bg-rules';
import { shownName } from '../../play/people.ts';
import { stepSpoken } from '../../play/step-text.ts';
import { reviewTexts as texts } from '../../strings/review.ts';
import type { Judged } from './judged.ts';

type Named = { readonly record: { readonly header: Header } };

export function nameOf({ record }: Named, player: Player): string {
  return shownName({ header: record.header }, player);
}

/** Returns the evaluation of a decision as it is read aloud. */
export function spokenJudgement({ play, mark, cost }: Judged): string {
  const said = [];
  if (mark) said.push(texts.spokenMark(mark));
  if (play?.forced) said.push(texts.spokenForced);
  if (play && !play.forced) said.push(texts.spokenRank(play.rank, play.of));
  if (cost !== null && cost > 0) said.push(texts.spokenLoss(cost));
  return said.join(' ');
}

/** Returns a moment as it is read aloud: its number, the decision, and the evaluation. */
export function spokenMoment(checked: Named, judged: readonly Judged[], index: number): string {
  const one = judged[index];
  if (!one) throw new RangeError(`there is no moment ${index}`);
  const { moment } = one;
  const place = texts.spokenMoment(index + 1, judged.length, moment.game, ...moment.state.score);
  return [place, stepSpoken(moment, nameOf(checked, moment.player)), spokenJudgement(one)].filter(Boolean).join(' ');
}
