import type { PlayerAnalysis } from '@anchor/wire';
import type { Header, MatchRecord } from 'bg-record';
import { opponent, type Player } from 'bg-rules';
import type { Estimate } from '../engine/instant.ts';
import { EstimateStore } from './estimate-store.ts';
import { figuresOf } from './totals.ts';

interface Match {
  readonly header: Header;
  readonly result: MatchRecord['result'];
}

/** Returns the estimate as a player of the match sees it, over plays and cube together, as the summary of the review has them. */
export function ownEstimate({ header, result }: Match, estimate: Estimate, seat: Player): PlayerAnalysis {
  const figures = figuresOf(estimate);
  const { pub, name } = header.players[opponent(seat)];
  return {
    matchId: header.id,
    created: header.created,
    length: header.length,
    opponent: { pub, name },
    won: result.winner === seat,
    engineId: estimate.report.engineId,
    ply: estimate.report.ply,
    own: figures[seat],
    other: figures[opponent(seat)],
  };
}

/** This browser keeps the estimate of a match that its reader has played. If it stores nothing for this page, nothing is kept. */
export function keepEstimate(match: Match, estimate: Estimate, seat: Player): void {
  const player = match.header.players[seat].pub;
  void new EstimateStore().add(player, ownEstimate(match, estimate, seat)).catch(() => undefined);
}
