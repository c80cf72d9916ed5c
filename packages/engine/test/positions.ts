import { type Dice, legalPlays, opponent, type Player, type Position, startPosition } from 'bg-rules';
import { rank } from '../src/rank.ts';

/** A position before `player`'s roll. */
interface Moment {
  readonly position: Position;
  readonly player: Player;
  readonly roll: Dice;
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
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
