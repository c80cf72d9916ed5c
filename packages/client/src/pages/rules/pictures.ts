import { type Cube, type Dice, type Player, type Position, startPosition } from 'bg-rules';
import type { Arrow } from '../../board/arrows.ts';

/** One board of the rules, seen by the player of the light checkers. */
export interface RulesPicture {
  readonly position: Position;
  readonly cube: Pick<Cube, 'value' | 'owner'> | null;
  readonly roll: { readonly owner: Player; readonly dice: Dice } | null;
  readonly arrows: readonly Arrow[];
}

type Checkers = Readonly<Record<number, number>>;

const LIGHT = 0;
const ALL = 15;

/** Returns a position from both players’ checkers by place, in each player's own numbers. All others are borne off. */
function position(light: Checkers, dark: Checkers): Position {
  const points = Array.from({ length: 24 }, (_, index) => (light[index + 1] ?? 0) - (dark[24 - index] ?? 0));
  const bar = [light[25] ?? 0, dark[25] ?? 0] as const;
  const off = [ALL - total(light), ALL - total(dark)] as const;
  return { points, bar, off };
}

function total(checkers: Checkers): number {
  return Object.values(checkers).reduce((sum, count) => sum + count, 0);
}

const arrow = (from: number, to: number): Arrow => ({ from, to, count: 1 });
const lightRoll = (...dice: Dice) => ({ owner: LIGHT, dice }) as const;
const START: Checkers = { 24: 2, 13: 5, 8: 3, 6: 5 };

/** The pictures, by section of the page. */
export const rulesPictures = {
  goal: { position: startPosition(), cube: null, roll: null, arrows: [arrow(24, 18), arrow(17, 12), arrow(11, 4)] },
  move: {
    position: position({ 24: 2, 13: 5, 8: 2, 6: 4, 5: 2 }, START),
    cube: null,
    roll: lightRoll(3, 1),
    arrows: [arrow(8, 5), arrow(6, 5)],
  },
  doubles: { position: startPosition(), cube: null, roll: lightRoll(5, 4), arrows: [arrow(24, 20)] },
  hit: {
    position: position({ 24: 2, 13: 5, 8: 2, 6: 5, 4: 1 }, { 25: 1, 24: 1, 13: 5, 8: 3, 6: 5 }),
    cube: null,
    roll: lightRoll(4, 1),
    arrows: [arrow(8, 4)],
  },
  enter: {
    position: position({ 25: 1, 24: 1, 13: 5, 8: 3, 6: 5 }, START),
    cube: null,
    roll: lightRoll(6, 2),
    arrows: [arrow(25, 23)],
  },
  off: {
    position: position({ 6: 2, 5: 3, 4: 2, 3: 2, 2: 2 }, { 5: 3, 4: 4, 3: 3, 2: 2, 1: 1 }),
    cube: null,
    roll: lightRoll(6, 3),
    arrows: [arrow(6, 0), arrow(3, 0)],
  },
  score: { position: position({}, { 7: 2, 6: 4, 5: 4, 4: 3, 2: 2 }), cube: null, roll: null, arrows: [] },
  cube: {
    position: position({ 24: 1, 13: 4, 8: 3, 6: 4, 5: 3 }, { 24: 2, 13: 4, 8: 4, 6: 5 }),
    cube: { value: 2, owner: LIGHT },
    roll: null,
    arrows: [],
  },
} as const satisfies Readonly<Record<string, RulesPicture>>;
