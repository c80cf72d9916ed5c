import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { flowOf } from '../../src/shared/arrival.ts';
import { Rounds } from '../../src/shared/rounds.ts';

/** Rounds with four starts in a turn, and the names of the tasks that have started. */
function fourPerTurn() {
  const rounds = new Rounds(4);
  const started: string[] = [];
  const start = (network: string, key: string, label = key) =>
    void rounds.start(flowOf(network), key).then(() => started.push(label));
  return { started, start };
}

const ONE = '192.0.2.1';

it('FQ9 requests about own matches start 32 in a turn at most, and keys of a network take turns', async () => {
  const { started, start } = fourPerTurn();
  for (let n = 0; n < 10; n++) start(ONE, 'a');
  start(ONE, 'b');
  for (let n = 0; n < 3; n++) start(ONE, 'c');
  await Promise.resolve();
  expect(started).toEqual(['a', 'a', 'a', 'a']);
  await nextTurn();
  expect(started.slice(4)).toEqual(['a', 'b', 'c', 'a']);
  await nextTurn();
  expect(started.slice(8)).toEqual(['c', 'a', 'c', 'a']);
  await nextTurn();
  expect(started.slice(12)).toEqual(['a', 'a']);
  await nextTurn();
  start(ONE, 'd');
  await Promise.resolve();
  expect(started.at(-1)).toBe('d');
});

it('FQ40 a network with a hundred keys gets no more starts than one with a single player', async () => {
  const { started, start } = fourPerTurn();
  for (let key = 0; key < 104; key++) start(ONE, `${key}`, 'many');
  for (let n = 0; n < 6; n++) start('198.51.100.1', 'single');
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(started.slice(4, 16)).toEqual(Array.from({ length: 6 }, () => ['many', 'single']).flat());
});

it('FQ41 the /64 networks of a /48 get together what another network gets', async () => {
  const { started, start } = fourPerTurn();
  for (let n = 0; n < 4; n++) start(ONE, 'first');
  for (let net = 0; net < 50; net++) start(`2001:db8:1:${net.toString(16)}`, 'many');
  for (let n = 0; n < 6; n++) start('2001:db8:2:0', 'single');
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(started.slice(4, 16)).toEqual(Array.from({ length: 6 }, () => ['many', 'single']).flat());
});
