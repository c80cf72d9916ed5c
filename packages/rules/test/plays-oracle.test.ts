import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { applyPlay, legalPlays } from '../src/plays.ts';
import type { Dice, Player } from '../src/types.ts';
import { gnuId } from './support/gnu-id.ts';
import { seenBy } from './support/views.ts';

interface Row {
  readonly points: readonly number[];
  readonly dice: Dice;
  readonly positionId: string;
  readonly class: string;
  readonly diceUsed: number;
  readonly results: readonly string[];
}

const file = new URL('../../../vectors/gnubg/plays.jsonl.gz', import.meta.url);
const rows: Row[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const classes = [...new Set(rows.map((row) => row.class))];

it('reads every row', () => {
  expect(rows).toHaveLength(2145);
});

describe.each([0, 1] as Player[])('GNU Backgammon, player %i on roll', (player) => {
  it.each(classes)('%s: the same resulting positions, each once', (name) => {
    const wrong = rows.filter((row) => row.class === name && !agrees(row, player));
    expect(wrong.map(({ positionId, dice }) => ({ positionId, dice }))).toEqual([]);
  });

  it('every play can be made hop by hop, with the dice in either order', () => {
    const wrong = rows.filter((row) => {
      const position = seenBy(row.points, player);
      const turned: Dice = [row.dice[1], row.dice[0]];
      return legalPlays(position, player, row.dice).some((play) => {
        const applied = applyPlay(position, player, turned, play.hops);
        return !applied.ok || gnuId(applied.value, player) !== gnuId(play.position, player);
      });
    });
    expect(wrong).toEqual([]);
  });
});

function agrees(row: Row, player: Player): boolean {
  const position = seenBy(row.points, player);
  const plays = legalPlays(position, player, row.dice);
  const ids = plays.map((play) => gnuId(play.position, player)).sort();
  const lengths = plays.every(({ hops }) => hops.length === row.diceUsed);
  return gnuId(position, player) === row.positionId && lengths && ids.join() === [...row.results].sort().join();
}
