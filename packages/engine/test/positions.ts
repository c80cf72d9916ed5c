import { type Dice, legalPlays, opponent, type Player, type Position, startPosition } from 'bg-rules';
import { rank } from '../src/rank.ts';

/** A position before `player`'s roll. */
interface Moment {
  readonly position: Position;
  readonly player: Player;
  readonly roll: Dice;
}

/** Returns positions from games with some random plays, so that unusual positions occur. */
export function positionsOf(random: () => number, count: number): Moment[] {
  const die = () => 1 + Math.floor(random() * 6);
  const moments: Moment[] = [];
  let position = startPosition();
  let player: Player = 0;
  while (moments.length < count) {
    const roll: Dice = [die(), die()];
    moments.push({ position, player, roll });
    position = playOn({ position, player, roll }, random);
    player = opponent(player);
    if (position.off.includes(15)) position = startPosition();
  }
  return moments;
}

function playOn({ position, player, roll }: Moment, random: () => number): Position {
  const plays =
    random() < 0.3 ? legalPlays(position, player, roll) : rank(position, player, roll, { ply: 0 }).slice(0, 1);
  return plays[Math.floor(random() * plays.length)]?.position ?? position;
}
