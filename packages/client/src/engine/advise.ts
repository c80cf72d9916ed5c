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

/** A play as the expert sees it. */
export interface AdvisedPlay {
  readonly hops: readonly Hop[];
  /** In points of the cube’s present value, with the cube and at this score; in a match normalised. */
  readonly equity: number;
  /** How much the expert’s choice is better. */
  readonly loss: number;
  /** The chance to win this game, 0 to 1. */
  readonly win: number;
}

/** What the three ways of a doubling decision are worth to the doubler. */
export type CubeWorths = Pick<CubeDecision, 'noDouble' | 'doubleTake' | 'doublePass'>;

/** What the bot would do at its expert level. */
export type Advice =
  | { readonly kind: 'play'; readonly player: Player; readonly dice: Dice; readonly plays: readonly AdvisedPlay[] }
  | {
      readonly kind: 'cube';
      readonly player: Player;
      readonly action: 'roll' | 'double' | 'take' | 'pass' | 'beaver';
      /** Null where a double can gain nothing, and of a beaver. */
      readonly worths: CubeWorths | null;
    }
  | { readonly kind: 'resignation'; readonly player: Player; readonly action: 'accept' | 'decline' };

const SHOWN = 5;
/** Like the bot’s expert level: a roll ahead, with the cube, without noise. */
const PLY = 1;

/** The expert’s decision; null where there is nothing to decide: a single play, or none, or a roll before which nobody may double. */
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
  // plays that were left behind at a lesser depth are not compared
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
