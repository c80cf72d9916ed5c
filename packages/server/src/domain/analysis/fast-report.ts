import { type EngineName, type Measured, makeReport, type PlayDecision } from '@anchor/analysis';
import type { AnalysisReport } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import { HEURISTIC_ID, rankPlays, samePosition } from 'bg-rules';

export const FAST_ENGINE: EngineName = { engineId: HEURISTIC_ID, ply: 1 };

const SHOWN = 5;
const prNote =
  'This is a quick look: plays are only put in order, by the built-in heuristic one ply deep. A performance rating needs a calibrated engine.';

/** The report that needs no engine. It ranks each play by the heuristic and gives no loss. */
export function fastReport(record: MatchRecord): AnalysisReport {
  return makeReport(record, {
    engine: FAST_ENGINE,
    provisional: true,
    scoredIn: 'move-order',
    prNote,
    measure: rankOf,
    evaluate: () => null,
  });
}

function rankOf({ n, state, player, dice, reached }: PlayDecision): Measured {
  const ranked = rankPlays(state.position, player, dice);
  const made = ranked.find(({ position }) => samePosition(position, reached));
  if (!made) throw new TypeError(`the play of event ${n} is not among the legal ones`);
  const best = ranked.slice(0, SHOWN).map(({ hops }) => ({
    hops: hops.map(([from, to]): [number, number] => [from, to]),
    equity: null,
    mwc: null,
    loss: 0,
    probs: null,
  }));
  return { rank: 1 + ranked.filter(({ score }) => score > made.score).length, loss: 0, tag: null, best };
}
