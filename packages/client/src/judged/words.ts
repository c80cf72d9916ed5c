import { makePlay } from 'bg-rules';
import { stepNotation } from '../play/step-text.ts';
import { reviewTexts as texts } from '../strings/review.ts';
import type { Judged } from './judged.ts';

/** Returns a decision for the list, in standard notation. A mistake about the cube has its name. */
export function notationOf({ moment, mark }: Judged): string {
  return moment.type === 'roll' && mark ? texts.cube.missedDouble : stepNotation(moment);
}

/** Returns what the engine would have done instead, in standard notation or in words. Null without an evaluation. */
export function bestOf({ moment, play, cube }: Judged): string | null {
  const hops = play?.best[0]?.hops;
  if (hops) return makePlay(hops, { position: moment.before, player: moment.player });
  const action = cube?.evaluation?.action;
  return action === undefined ? null : texts.cube.action(action);
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
