import { shownPoints } from '../../play/score.ts';
import { playerTexts as texts } from '../../strings/player.ts';
import type { OwnMatch } from './own-side.ts';

type Ended = Pick<OwnMatch, 'won' | 'reason' | 'own' | 'other' | 'length' | 'money'>;

/** The score, or the points that a money game brought or cost the player. Empty if the score does not show who won. */
export function scoreText(match: Ended): string {
  if (match.money) return texts.moneyScore(match.money.points);
  return isCutShort(match) ? '' : scoreOf(match);
}

/** Says how a match ended that was not played out. Empty for one that was. */
export function endText(match: Ended): string {
  const { won, reason, money } = match;
  const text = texts.reasons[won ? 'won' : 'lost'][reason];
  return isCutShort(match) && !money ? texts.endedAt(text, scoreOf(match)) : text;
}

function scoreOf({ own, other, length }: Ended): string {
  return texts.score(shownPoints(own, length), shownPoints(other, length));
}

/** True if the match ended by time or absence. */
function isCutShort({ reason }: Ended): boolean {
  return reason === 'time' || reason === 'abandonment';
}
