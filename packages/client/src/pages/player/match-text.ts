import { decidingScore } from 'bg-rules';
import { scoreThen } from '../../play/score.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import type { OwnMatch } from './own-side.ts';

type Ended = Pick<OwnMatch, 'won' | 'reason' | 'own' | 'other' | 'length' | 'money'>;

/** The score, or the points that a money game brought or cost the player. Empty if the score does not show who won. */
export function scoreText(match: Ended): string {
  if (match.money) return texts.moneyScore(match.money.points);
  const score = decidingOf(match);
  return score ? texts.score(...score) : '';
}

/** Says how a match ended that was not played out. Empty for one that was. */
export function endText(match: Ended): string {
  const { won, reason, own, other } = match;
  const text = texts.reasons[won ? 'won' : 'lost'][reason];
  const then = scoreThen([own, other], 0);
  return decidingOf(match) || !then ? text : texts.endedAt(text, texts.score(...then));
}

function decidingOf({ own, other, reason, length }: Ended): readonly [number, number] | null {
  return decidingScore({ score: [own, other], reason }, length);
}
