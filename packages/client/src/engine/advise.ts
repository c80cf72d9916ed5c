import {
  answerBeaver,
  answerDouble,
  type CubeDecision,
  type CubeOptions,
  decideDouble,
  rank,
  shouldAcceptResignation,
} from 'bg-engine';
import { type Dice, type Hop, type MatchState, opponent, options, type Player } from 'bg-rules';

/** A play with the expert's evaluation. */
export interface AdvisedPlay {
  readonly hops: readonly Hop[];
  /** In points at the cube’s present value, cubeful and at this score. In a match, normalised. */
  readonly equity: number;
  /** The difference to the expert’s choice. */
  readonly loss: number;
  /** The chance to win this game, 0 to 1. */
  readonly win: number;
}

/** The equities of a doubling decision for the doubler. */
type CubeWorths = Pick<CubeDecision, 'noDouble' | 'doubleTake' | 'doublePass'>;

/** The bot's decision at its expert level. */
export type Advice =
  | { readonly kind: 'play'; readonly player: Player; readonly dice: Dice; readonly plays: readonly AdvisedPlay[] }
  | {
      readonly kind: 'cube';
      readonly player: Player;
      readonly action: 'roll' | 'double' | 'take' | 'pass' | 'beaver';
      /** Null if a double can gain nothing, and for a beaver. */
      readonly worths: CubeWorths | null;
    }
  | { readonly kind: 'resignation'; readonly player: Player; readonly action: 'accept' | 'decline' };

const SHOWN = 5;
/** The depth of the bot’s expert level: one roll ahead, cubeful, without noise. */
const PLY = 1;

/**
 * Returns the expert’s decision. Returns null if there is nothing to decide: one play or none, or a roll before which
 * no double is allowed.
 */
export function advise(state: MatchState): Advice | null {
  const { phase, toAct: player, dice } = state;
  if (player === null) return null;
  const look: CubeOptions = { ply: PLY, match: state };
  switch (phase) {
    case 'roll':
      return options(state).actions.includes('double') ? beforeRoll(state, player, look) : null;
    case 'play':
      return dice && choosePlay(state, player, dice);
    case 'double':
      return {
        kind: 'cube',
        player,
        action: answerOf(state, player, look),
        worths: worthsOf(state, opponent(player), look),
      };
    case 'beaver':
      return { kind: 'cube', player, action: answerBeaver(state.position, player, look), worths: null };
    case 'resign':
      return { kind: 'resignation', player, action: accepts(state, player, look) ? 'accept' : 'decline' };
    default:
      return null;
  }
}

function beforeRoll(state: MatchState, player: Player, look: CubeOptions): Advice {
  const worths = worthsOf(state, player, look);
  const doubles = worths !== null && Math.min(worths.doubleTake, worths.doublePass) > worths.noDouble;
  return { kind: 'cube', player, action: doubles ? 'double' : 'roll', worths };
}

function worthsOf({ position }: MatchState, doubler: Player, look: CubeOptions): CubeWorths | null {
  const decision = decideDouble(position, doubler, look);
  return decision && { noDouble: decision.noDouble, doubleTake: decision.doubleTake, doublePass: decision.doublePass };
}

function choosePlay(state: MatchState, player: Player, dice: Dice): Advice | null {
  const ranked = rank(state.position, player, dice, { ply: PLY, cubeful: true, match: state });
  const [best] = ranked;
  if (!best || ranked.length < 2) return null;
  // plays that were pruned at a lesser depth are not comparable
  const plays = ranked.filter(({ ply }) => ply === best.ply).slice(0, SHOWN);
  return {
    kind: 'play',
    player,
    dice,
    plays: plays.map(({ hops, equity, chances: [win] }) => ({ hops, equity, loss: best.equity - equity, win })),
  };
}

function answerOf(state: MatchState, player: Player, look: CubeOptions): 'take' | 'pass' | 'beaver' {
  const wanted = answerDouble(state.position, player, look);
  return wanted === 'beaver' && !options(state).actions.includes('beaver') ? 'take' : wanted;
}

function accepts({ position, turn, resignation }: MatchState, player: Player, look: CubeOptions): boolean {
  const points = ([1, 2, 3] as const).find((known) => known === resignation?.points);
  return points !== undefined && shouldAcceptResignation(position, player, turn ?? player, points, look);
}
