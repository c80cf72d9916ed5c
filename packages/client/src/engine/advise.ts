import {
  answerBeaver,
  answerDouble,
  type CubeDecision,
  type DepthOptions,
  decideDouble,
  rank,
  shouldAcceptResignation,
} from 'bg-engine';
import { type Dice, type Hop, type MatchState, options, type Player, type Situation, situationOf } from 'bg-rules';

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
/** The depth of the bot’s expert level: two rolls ahead, cubeful, without noise. */
const LOOK: DepthOptions = { ply: 2 };

/**
 * Returns the expert’s decision. Returns null if there is nothing to decide: one play or none, or a roll before which
 * no double is allowed.
 */
export function advise(state: MatchState): Advice | null {
  const { phase, toAct: player, dice } = state;
  if (player === null) return null;
  const situation = situationOf(state);
  switch (phase) {
    case 'roll':
      return options(state).actions.includes('double') ? beforeRoll(situation, player) : null;
    case 'play':
      return dice && choosePlay(situation, player, dice);
    case 'double':
      return { kind: 'cube', player, action: answerOf(state, situation), worths: worthsOf(situation) };
    case 'beaver':
      return { kind: 'cube', player, action: answerBeaver(situation, LOOK), worths: null };
    case 'resign':
      return { kind: 'resignation', player, action: accepts(situation) ? 'accept' : 'decline' };
    default:
      return null;
  }
}

function beforeRoll(situation: Situation, player: Player): Advice {
  const worths = worthsOf(situation);
  const doubles = worths !== null && Math.min(worths.doubleTake, worths.doublePass) > worths.noDouble;
  return { kind: 'cube', player, action: doubles ? 'double' : 'roll', worths };
}

function worthsOf(situation: Situation): CubeWorths | null {
  const decision = decideDouble(situation, LOOK);
  return decision && { noDouble: decision.noDouble, doubleTake: decision.doubleTake, doublePass: decision.doublePass };
}

function choosePlay(situation: Situation, player: Player, dice: Dice): Advice | null {
  const ranked = rank(situation, LOOK);
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

function answerOf(state: MatchState, situation: Situation): 'take' | 'pass' | 'beaver' {
  const wanted = answerDouble(situation, LOOK);
  return wanted === 'beaver' && !options(state).actions.includes('beaver') ? 'take' : wanted;
}

function accepts(situation: Situation): boolean {
  return situation.resigned !== 0 && shouldAcceptResignation(situation, LOOK);
}
