import { makePlay } from 'bg-rules';
import { describePlay, describeRoll } from '../board/describe.ts';
import { matchTexts as texts } from '../strings/match.ts';
import type { Step } from './history.ts';

/** Returns a step for the move list: standard notation for a play, words for other steps. */
export function stepNotation(step: Step): string {
  if (step.type !== 'play') return decisionText(step);
  if (step.hops.length === 0) return texts.dance;
  return makePlay(step.hops, { position: step.before, player: step.player });
}

/** Returns a step as it is read aloud. */
export function stepSpoken(step: Step, name: string): string {
  const said = step.dice
    ? `${describeRoll(name, step.dice)} ${describePlay(name, step.hops, { position: step.before, player: step.player })}`
    : `${name}: ${decisionText(step)}.`;
  return step.ended ? `${said} ${texts.scoreIs(...step.score)}` : said;
}

function decisionText({ type, cube, points, reason }: Step): string {
  switch (type) {
    case 'double':
      return texts.actions.double(cube.value * 2);
    case 'beaver':
      return texts.actions.beaver(cube.value * 2);
    case 'resign':
      return texts.actions.resign(points * cube.value);
    case 'forfeit':
      return texts.actions[reason ?? 'time'];
    case 'play':
      return '';
    default:
      return texts.actions[type];
  }
}
