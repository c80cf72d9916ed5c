import {
  checkSituation,
  type MatchState,
  makeXgid,
  opponent,
  type Player,
  type Situation,
  situationOf,
  swapPlayers,
} from 'bg-rules';
import * as z from 'zod/mini';
import { cubeChoicesOf } from '../engine/choices.ts';
import type { Choice } from '../engine/judge-card.ts';

/** When a card is asked again, and what the scheduler (FSRS) knows of the player's memory of it. */
export interface Schedule {
  /** Milliseconds since the epoch, by the clock of this device. */
  readonly due: number;
  readonly lastAnswer: number;
  readonly stability: number;
  readonly difficulty: number;
  /** The number of days between the last answer and `due`. */
  readonly scheduledDays: number;
  /** The number of answers, and of those after which the card began anew. */
  readonly answers: number;
  readonly lapses: number;
}

/** A mistake that comes back as a puzzle. */
export interface Card {
  /** The decision, so that the same decision of two matches is one card. */
  readonly id: string;
  /** The decision, seen by player 0, who decides. */
  readonly situation: Situation;
  /** The choice of the player in the match. */
  readonly mistake: Choice;
  /** The judgement of the review: the loss in points at the cube's value. */
  readonly loss: number;
  readonly engineId: string;
  readonly ply: number;
  /** The moment in the review. Null for a match that no address names. */
  readonly from: { readonly match: string; readonly n: number } | null;
  readonly added: number;
  /** Null before the first answer: the card is due. */
  readonly schedule: Schedule | null;
}

/** The decision of a match that becomes a card. */
export interface Mistake {
  /** The state before the decision. */
  readonly state: MatchState;
  readonly player: Player;
  readonly choice: Choice;
  readonly loss: number;
  readonly by: { readonly engineId: string; readonly ply: number };
  readonly from: Card['from'];
}

/** Returns a new card. Null for a decision that no card asks for: the answer to a beaver. */
export function makeCard({ state, player, choice, loss, by, from }: Mistake, now: number): Card | null {
  if (state.phase === 'beaver') return null;
  const situation = seenBy(situationOf(state), player);
  const { engineId, ply } = by;
  return { id: makeXgid(situation), situation, mistake: choice, loss, engineId, ply, from, added: now, schedule: null };
}

/** Returns a situation with the sides exchanged if the player is not player 0, who sits at the bottom of the board. */
export function seenBy(situation: Situation, player: Player): Situation {
  if (player === 0) return situation;
  const { position, onRoll, toAct, cube, score } = situation;
  const owner = cube.owner === null ? null : opponent(cube.owner);
  return {
    ...situation,
    position: swapPlayers(position),
    onRoll: opponent(onRoll),
    toAct: opponent(toAct),
    cube: { ...cube, owner },
    score: [score[1], score[0]],
  };
}

const count = z.int().check(z.gte(0), z.lte(1e15));
const figure = z.number().check(z.gte(-1e6), z.lte(1e6));
const hop = z.tuple([z.int().check(z.gte(0), z.lte(25)), z.int().check(z.gte(0), z.lte(25))]);

const cardShape = z.object({
  situation: z.custom<Situation>((value) => checkSituation(value as Situation).ok),
  mistake: z.discriminatedUnion('type', [
    z.object({ type: z.literal('play'), hops: z.array(hop).check(z.maxLength(4)) }),
    z.object({ type: z.enum(['roll', 'double', 'take', 'pass', 'beaver']) }),
  ]),
  loss: figure,
  engineId: z.string().check(z.maxLength(64)),
  ply: count,
  from: z.nullable(z.object({ match: z.string().check(z.regex(/^[\w-]{1,64}$/)), n: count })),
  added: count,
  schedule: z.nullable(
    z.object({
      due: count,
      lastAnswer: count,
      stability: z.number().check(z.gte(0.001), z.lte(1e5)),
      difficulty: z.number().check(z.gte(1), z.lte(10)),
      scheduledDays: count,
      answers: count,
      lapses: count,
    }),
  ),
});

/**
 * Returns the card that a value from a file or a storage is, or null. A card is a possible situation in which player 0 has a
 * decision; nothing else of the value is taken over.
 */
export function parseCard(value: unknown): Card | null {
  const read = z.safeParse(cardShape, value);
  if (!read.success) return null;
  const situation = bare(read.data.situation);
  const { mistake } = read.data;
  if (situation.toAct !== 0 || situation.status !== 'playing' || situation.resigned !== 0) return null;
  const isPossible = mistake.type === 'play' ? situation.dice !== null : isAmong(mistake.type, situation);
  return isPossible ? { ...read.data, situation, id: makeXgid(situation) } : null;
}

function isAmong(type: Exclude<Choice['type'], 'play'>, situation: Situation): boolean {
  try {
    return cubeChoicesOf(situation).includes(type);
  } catch {
    return false; // the game has ended
  }
}

/** Returns a situation with its own members only, whatever else a file has put into it. */
function bare({ position, cube, dice, score, rules, ...rest }: Situation): Situation {
  const { onRoll, toAct, doubled, resigned, length, crawford, postCrawford, status } = rest;
  return {
    position: {
      points: [...position.points],
      bar: [position.bar[0], position.bar[1]],
      off: [position.off[0], position.off[1]],
    },
    cube: { value: cube.value, owner: cube.owner },
    onRoll,
    toAct,
    dice: dice && [dice[0], dice[1]],
    doubled,
    resigned,
    score: [score[0], score[1]],
    length,
    rules: { cube: rules.cube, crawford: rules.crawford, jacoby: rules.jacoby, beavers: rules.beavers },
    crawford,
    postCrawford,
    status,
  };
}
