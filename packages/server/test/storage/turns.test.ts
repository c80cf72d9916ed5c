import { setImmediate as nextTurn } from 'node:timers/promises';
import { seededRandom } from '@anchor/testkit/random';
import { describe, expect, it } from 'vitest';
import { type Lane, Turns } from '../../src/storage/turns.ts';

describe('Turns', () => {
  it('LN1 runs one at a time, and never two others while work of matches waits, by seed', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const random = seededRandom(seed);
      let now = 0;
      const turns = new Turns(() => now);
      const order: Lane[] = [];
      let waitingMatches = 0;
      let isRunning = false;
      const work = async (lane: Lane) => {
        if (lane === 'match') waitingMatches += 1;
        const end = await turns.take(lane);
        if (lane === 'match') waitingMatches -= 1;
        expect(isRunning).toBe(false);
        isRunning = true;
        if (lane === 'other' && order.at(-1) === 'other') expect(waitingMatches, `seed ${seed}`).toBe(0);
        order.push(lane);
        await nextTurn();
        now += 1 + random() * 40;
        isRunning = false;
        end();
      };
      const all: Promise<void>[] = [];
      for (let n = 0; n < 300; n++) {
        all.push(work(random() < 0.6 ? 'other' : 'match'));
        if (random() < 0.6) await nextTurn();
      }
      await Promise.all(all);
      expect(order).toHaveLength(300);
      expect(turns.othersEnded).toBe(order.filter((lane) => lane === 'other').length);
    }
  });

  it('LN2 starts work of matches before other work that came first', async () => {
    const turns = new Turns(() => 0);
    const order: string[] = [];
    const first = await turns.take('other');
    const run = async (lane: Lane, name: string) => {
      const end = await turns.take(lane);
      order.push(name);
      end();
    };
    const all = [run('other', 'a'), run('other', 'b'), run('match', 'c'), run('match', 'd')];
    first();
    await Promise.all(all);
    expect(order).toEqual(['c', 'd', 'a', 'b']);
  });

  it('LN13 starts the heartbeat when what is running has ended, whatever else waits and however long', async () => {
    let now = 0;
    const turns = new Turns(() => now);
    const order: string[] = [];
    const first = await turns.take('match');
    const run = async (lane: Lane) => {
      const end = await turns.take(lane);
      order.push(lane);
      end();
    };
    const all = [run('other'), run('match'), run('other'), run('match'), run('heartbeat')];
    now += 1_000;
    first();
    await Promise.all(all);
    expect(order).toEqual(['heartbeat', 'match', 'other', 'match', 'other']);
  });

  it('LN3 lets other work that has waited for 50 ms go between two pieces of work of matches, one at a time', async () => {
    let now = 0;
    const turns = new Turns(() => now);
    const order: string[] = [];
    const first = await turns.take('match');
    const run = async (lane: Lane, name: string) => {
      const end = await turns.take(lane);
      order.push(name);
      end();
    };
    const all = [run('other', 'a'), run('other', 'b'), run('match', 'c'), run('match', 'd'), run('match', 'e')];
    now = 50;
    first();
    await Promise.all(all);
    expect(order).toEqual(['a', 'c', 'b', 'd', 'e']);
  });
});
