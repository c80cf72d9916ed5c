import type { JudgedMoves } from '@anchor/analysis';
import type { CandidatePlay, PlayRow } from '@anchor/wire';
import { matchWinningChance } from 'bg-met';
import { pipCount } from 'bg-rules';
import { isMade, isMeasured, type Judged } from '../../judged/judged.ts';
import type { Moment } from '../../judged/moments.ts';

/**
 * The measure of the chart, always for player 0: the chance to win the match, the equity of the game, or the lead in
 * the race.
 */
export type Measure = 'mwc' | 'equity' | 'pips';

/** A value for each moment, after its decision. Null if unknown. */
export type Series = readonly (number | null)[];

/** Returns the measure for the chart of a report: chances if the engine gave them, otherwise the race. */
export function measureOf(report: JudgedMoves | null): Measure {
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
 * Returns the value of the play made, for its player, by the report. If the play is not among the best five, the value
 * follows from its loss, which is counted in the same way for every candidate of a row. Returns null if the report
 * lacks this measure.
 */
export function madeWorth(moment: Moment, { best, loss }: PlayRow, measure: 'mwc' | 'equity'): number | null {
  const [first] = best;
  const top = first?.[measure] ?? null;
  if (!first || top === null) return null;
  const made = best.find(({ hops }) => isMade(moment, hops));
  if (made) return made[measure];
  return measure === 'equity' ? top - loss : top - loss * perPoint(best, top);
}

/** Returns the match-winning chance per point of loss, derived from a candidate that loses something. */
function perPoint(best: readonly CandidatePlay[], top: number): number {
  const worse = best.findLast(({ loss, mwc }) => loss > 0 && mwc !== null);
  return worse && worse.mwc !== null ? (top - worse.mwc) / worse.loss : 0;
}

/** Returns player 0’s chance after the end of a game, which depends only on the score. */
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
