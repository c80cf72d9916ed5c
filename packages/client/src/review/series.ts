import type { AnalysisReport, CandidatePlay, PlayRow } from '@anchor/wire';
import { matchWinningChance } from 'bg-met';
import { pipCount } from 'bg-rules';
import { isMade, isMeasured, type Judged } from './judged.ts';
import type { Moment } from './moments.ts';

/** What the chart tells: the chance to win the match, the equity of the game, or who leads the race. Always of player 0. */
export type Measure = 'mwc' | 'equity' | 'pips';

/** A value for each moment, after its decision; null where nobody knows it. */
export type Series = readonly (number | null)[];

/** What the chart of a report can tell: the chances where the engine gave them, otherwise the race. */
export function measureOf(report: AnalysisReport | null): Measure {
  if (!isMeasured(report)) return 'pips';
  return report?.scoredIn === 'equity' ? 'equity' : 'mwc';
}

export function seriesOf(judged: readonly Judged[], measure: Measure): Series {
  if (measure === 'pips') return judged.map(({ moment }) => pipCount(moment.after, 1) - pipCount(moment.after, 0));
  return judged.map((one, index) => {
    const settled = measure === 'mwc' ? settledChance(one.moment, judged[index + 1]?.moment) : null;
    return settled ?? valueAfter(one, measure);
  });
}

function valueAfter({ moment, play }: Judged, measure: 'mwc' | 'equity'): number | null {
  const value = play && madeWorth(moment, play, measure);
  if (value === null || moment.player === 0) return value;
  return measure === 'mwc' ? 1 - value : -value;
}

/**
 * What the play that was made is worth to who made it, by the report. Where it is not among the best five it follows from
 * its loss, which is counted in the same way for every candidate of a row. Null where the report has no such measure.
 */
export function madeWorth(moment: Moment, { best, loss }: PlayRow, measure: 'mwc' | 'equity'): number | null {
  const [first] = best;
  const top = first?.[measure] ?? null;
  if (!first || top === null) return null;
  const made = best.find(({ hops }) => isMade(moment, hops));
  if (made) return made[measure];
  return measure === 'equity' ? top - loss : top - loss * perPoint(best, top);
}

/** How many match-winning chances one point of loss is, told by a candidate that loses something. */
function perPoint(best: readonly CandidatePlay[], top: number): number {
  const worse = best.findLast(({ loss, mwc }) => loss > 0 && mwc !== null);
  return worse && worse.mwc !== null ? (top - worse.mwc) / worse.loss : 0;
}

/** Player 0’s chance where a game has just ended: the score alone tells it. */
function settledChance({ ended, score, state }: Moment, next: Moment | undefined): number | null {
  if (!ended) return null;
  const { crawford, postCrawford } = next?.state ?? { crawford: false, postCrawford: false };
  const [mine, theirs] = [state.length - score[0], state.length - score[1]];
  const atOne = mine === 1 || theirs === 1;
  return matchWinningChance(mine, theirs, {
    crawford: atOne && crawford && state.length > 1,
    postCrawford: atOne && (postCrawford || !state.rules.crawford),
  });
}
