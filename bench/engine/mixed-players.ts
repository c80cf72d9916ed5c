// Games of mixed players: their positions are those of people rather than of an engine.
import { type RankedPlay, rank } from '../../packages/engine/src/rank.ts';
import {
  checkersAt,
  type Dice,
  opponent,
  type Player,
  type Position,
  startPosition,
} from '../../packages/rules/src/index.ts';
import type { Moment } from './self-play.ts';

/** How a player departs from the best play at 0 plies: by noise of this size, or by keeping checkers back (or running with them). */
export interface Style {
  readonly noise: number;
  readonly back: number;
}

const STYLES: readonly Style[] = [
  { noise: 0, back: 0 },
  { noise: 0.05, back: 0 },
  { noise: 0.15, back: 0 },
  { noise: 0.4, back: 0 },
  { noise: 0.02, back: 0.12 },
  { noise: 0.02, back: -0.12 },
];

/** Returns the checkers of a player on each of these points, with the bar as 25. */
export function checkersOf(position: Position, player: Player, from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => checkersAt(position, player, from + n));
}

/** Returns the checkers of a player in the opponent's home board or on the bar. */
export function backOf(position: Position, player: Player): number {
  return checkersOf(position, player, 19, 25).reduce((sum, one) => sum + one, 0);
}

/** Draws the styles of two players. */
export function twoOf(styles: readonly Style[], random: () => number): readonly [Style, Style] {
  const one = () => styles[Math.floor(random() * styles.length)]!;
  return [one(), one()];
}

/** Returns the position after the play that a player of this style chooses, or undefined without a play. `plays` have their equities at 0 plies. */
export function chosenBy(
  { noise, back }: Style,
  plays: readonly Pick<RankedPlay, 'equity' | 'position'>[],
  player: Player,
  random: () => number,
): Position | undefined {
  const worths = plays.map(
    (play) => play.equity + noise * (random() + random() - 1) + back * backOf(play.position, player),
  );
  return plays[worths.indexOf(Math.max(...worths))]?.position;
}

interface MixedMoment extends Moment {
  /** The legal plays, the best first at 0 plies. */
  readonly plays: readonly RankedPlay[];
}

/** Plays a game of two players of random styles, without the cube. */
export function* mixedGame(random: () => number): Generator<MixedMoment> {
  const die = () => 1 + Math.floor(random() * 6);
  const styles = twoOf(STYLES, random);
  let position = startPosition();
  for (let player: Player = 0; !position.off.includes(15); player = opponent(player)) {
    const dice: Dice = [die() as 1, die() as 1];
    const plays = rank(position, player, dice, { ply: 0 });
    yield { position, player, dice, plays };
    position = chosenBy(styles[player], plays, player, random) ?? position;
  }
}
