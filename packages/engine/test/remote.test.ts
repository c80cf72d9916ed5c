import { makeSituation } from 'bg-rules';
import { afterAll, expect, it } from 'vitest';
import { connectEngine, decideDouble, evaluate, type Ply, rank, rollout, serveEngine } from '../src/index.ts';

const { port1, port2 } = new MessageChannel();
serveEngine(port2);
const remote = connectEngine(port1);
afterAll(() => port1.close());

const start = makeSituation();
const opening = makeSituation({ dice: [3, 1] });

it('EN3 the engine in another thread answers like the functions, errors and aborts included', async () => {
  expect(await remote.evaluate(start)).toEqual(evaluate(start));
  expect(await remote.rank(opening, { ply: 1 })).toEqual(rank(opening, { ply: 1 }));
  expect(await remote.decideDouble(start, { ply: 0 })).toEqual(decideDouble(start, { ply: 0 }));
  expect(await remote.answerDouble(start, { ply: 0 })).toBe('take');
  await expect(remote.rank(opening, { ply: 9 as Ply })).rejects.toMatchObject({ code: 'bad-ply' });
  const seen: number[] = [];
  const options = { trials: 12, truncation: 5 };
  const told = await remote.rollout(start, { ...options, onProgress: ({ trials }) => seen.push(trials) });
  expect(told).toEqual(await rollout(start, options));
  expect(seen.at(-1)).toBe(12);
  const stop = new AbortController();
  const running = remote.rollout(start, { trials: 100_000, signal: stop.signal, onProgress: () => stop.abort() });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  expect(await remote.evaluate(start)).toEqual(evaluate(start));
});
