import { tagOf } from '@anchor/analysis';
import { applyPlay, type Dice, type Hop, type Position, parsePlay, type Situation, samePosition } from 'bg-rules';
import * as z from 'zod/mini';
import type { JudgedCard } from '../../engine/judge-card.ts';

/**
 * A play of a spot: its notation, the mean result of the games in points, its standard error, and the chances of the player who makes
 * the play.
 */
const rolledOut = z.tuple([z.string(), z.number(), z.number(), z.array(z.number())]);
export type RolledOut = z.infer<typeof rolledOut>;

/** The rollouts of the plays that are close by the engine, by the id of the spot, best first. `bench/engine/openings.ts` makes them. */
export const rolloutsFile = z.object({
  engineId: z.string(),
  /** The number of games of each play. */
  trials: z.int(),
  /** The number of rolls of a game, after which the engine's evaluation stands in. */
  truncation: z.int(),
  spots: z.record(z.string(), z.array(rolledOut)),
});
export type Rollouts = z.infer<typeof rolloutsFile>;

/** A play with its figures: those of the rollouts, or else of the search. */
export interface SpotPlay {
  readonly hops: readonly Hop[];
  /** In points, without the cube. */
  readonly equity: number;
  readonly loss: number;
  /** Absent where the engine gives none. */
  readonly probs: readonly number[] | undefined;
  readonly isRolledOut: boolean;
}

export interface JudgedSpot {
  /** Best first. */
  readonly plays: readonly SpotPlay[];
  /** The place of the reader's play. */
  readonly own: number;
  /** The loss of the reader's play in points. */
  readonly loss: number;
  readonly isRight: boolean;
}

/**
 * Judges a play by the rollouts of its spot. A play without one keeps the loss that the search gives it: it was not close. Throws if the
 * rollouts have a play that the rules do not allow.
 */
export function byRollouts(
  { plays, places }: Pick<JudgedCard, 'plays' | 'places'>,
  situation: Situation & { readonly dice: Dice },
  rolled: readonly RolledOut[],
): JudgedSpot {
  const { position, dice, onRoll } = situation;
  const context = { position, dice, player: onRoll };
  const after = (hops: readonly Hop[]) => {
    const reached = applyPlay(position, onRoll, dice, hops);
    if (!reached.ok) throw new TypeError(reached.message);
    return reached.value;
  };
  const known = rolled.map(([text, equity, , probs]) => {
    const read = parsePlay(text, context);
    if (!read.ok) throw new TypeError(`${text}: ${read.message}`);
    return { hops: read.value, reached: after(read.value), equity, probs, isRolledOut: true };
  });
  const searched = (plays ?? []).map((play) => ({ ...play, reached: after(play.hops), isRolledOut: false }));
  const own = searched[places[0] ?? -1];
  if (!own) throw new TypeError('the search has no figures of the play');
  const isOther = ({ reached }: { readonly reached: Position }) =>
    !known.some((other) => samePosition(other.reached, reached));
  // Without rollouts the best play is that of the search.
  const best = Math.max(...(known.length > 0 ? known : searched).map(({ equity }) => equity));
  const others = searched.filter(isOther).map((play) => ({ ...play, equity: best - play.loss }));
  const all = [...known, ...others].sort((a, b) => b.equity - a.equity);
  const judged = all.map((play): SpotPlay => {
    const { hops, equity, probs, isRolledOut } = play;
    return { hops, equity, loss: best - equity, probs, isRolledOut };
  });
  const place = all.findIndex(({ reached }) => samePosition(own.reached, reached));
  const loss = judged[place]?.loss ?? 0;
  return { plays: judged, own: place, loss, isRight: tagOf(loss) === null };
}
