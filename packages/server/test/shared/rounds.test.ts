import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Rounds } from '../../src/shared/rounds.ts';

it('FQ9 requests about own matches start 32 in a turn at most, and keys take turns', async () => {
  const rounds = new Rounds(4);
  const started: string[] = [];
  const start = (party: string) => void rounds.start(party).then(() => started.push(party));
  for (let n = 0; n < 10; n++) start('a');
  start('b');
  for (let n = 0; n < 3; n++) start('c');
  await Promise.resolve();
  expect(started).toEqual(['a', 'a', 'a', 'a']);
  await nextTurn();
  expect(started.slice(4)).toEqual(['a', 'b', 'c', 'a']);
  await nextTurn();
  expect(started.slice(8)).toEqual(['c', 'a', 'c', 'a']);
  await nextTurn();
  expect(started.slice(12)).toEqual(['a', 'a']);
  await nextTurn();
  start('d');
  await Promise.resolve();
  expect(started.at(-1)).toBe('d');
});
