import { fromOwnView, makeSituation } from 'bg-rules';
import { afterAll, describe, expect, it } from 'vitest';
import {
  accelerate,
  connectEngine,
  decideDouble,
  decideDoubleByRollouts,
  evaluate,
  type Ply,
  type RemoteEngine,
  rank,
  rankByRollouts,
  rollout,
  SharedEngine,
  serveEngine,
} from '../src/index.ts';

// Both sides of every comparison; other tests compare WebAssembly with plain code.
accelerate();

const start = makeSituation();
const opening = makeSituation({ dice: [3, 1] });
/** A short race in which a double is close, and so are the plays of 5-1. */
const closeRace = makeSituation({
  position: fromOwnView([0, 0, 2, 2, 1, 1, ...new Array(13).fill(0), -1, -1, -1, -1, -1, -1, 0], 0),
});
const games = { trials: 50, truncation: 3, seed: 9 } as const;

const ports: MessagePort[] = [];
afterAll(() => {
  for (const port of ports) port.close();
});

/** An engine at the other end of a port, in this thread. */
function engine(): RemoteEngine {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1);
  serveEngine(port2);
  return connectEngine(port1);
}

/** An engine that fails from its n-th question on. */
function failing(from: number): RemoteEngine {
  const good = engine();
  let asked = 0;
  return new Proxy(good, {
    get:
      (_, name: keyof RemoteEngine) =>
      (...given: never[]) =>
        asked++ >= from ? Promise.reject(new Error('lost')) : (good[name] as (...given: never[]) => unknown)(...given),
  });
}

function sharedBy(...threads: readonly RemoteEngine[]): SharedEngine {
  const shared = new SharedEngine();
  for (const thread of threads) shared.add(thread);
  return shared;
}

describe('EN12 several threads as one engine', () => {
  it.each([1, 2, 3, 4])('%i answer like one, to the last bit', async (count) => {
    const shared = sharedBy(...Array.from({ length: count }, engine));
    const answers = await Promise.all([
      shared.rank(opening, { ply: 1 }),
      shared.evaluate(start, { ply: 1 }),
      shared.decideDouble(start, { ply: 1 }),
      shared.answerDouble(start, { ply: 0 }),
      shared.rollout(start, games),
    ]);
    const alone = [
      rank(opening, { ply: 1 }),
      evaluate(start, { ply: 1 }),
      decideDouble(start, { ply: 1 }),
      'take',
      await rollout(start, games),
    ];
    expect(answers).toEqual(alone);
  });

  it.each([1, 3])('EN16 decide by rollouts like one thread, to the last bit, also over a port: %i', async (count) => {
    const shared = sharedBy(...Array.from({ length: count }, engine));
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    serveEngine(port2, shared);
    const remote = connectEngine(port1);
    const play = { ...closeRace, dice: [5, 1] as const };
    const [cube, plays] = [
      await decideDoubleByRollouts(closeRace, { seed: 5 }),
      await rankByRollouts(play, { seed: 5 }),
    ];
    expect(cube?.games).toBeGreaterThanOrEqual(216);
    expect(plays[0]?.games).toBeGreaterThanOrEqual(216);
    expect(await remote.decideDoubleByRollouts(closeRace, { seed: 5 })).toEqual(cube);
    expect(await remote.rankByRollouts(play, { seed: 5 })).toEqual(plays);
  });

  it('EN17 an abort over a port ends a decision by rollouts, and the games that are left are not played', async () => {
    const thread = engine();
    let games = 0;
    const stop = new AbortController();
    const counted: RemoteEngine = {
      ...thread,
      playGames: (...given) => {
        games++;
        stop.abort(new Error('enough'));
        return thread.playGames(...given);
      },
    };
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    serveEngine(port2, sharedBy(counted));
    const remote = connectEngine(port1);
    await expect(remote.decideDoubleByRollouts(closeRace, { signal: stop.signal })).rejects.toThrow('enough');
    expect(await remote.evaluate(start)).toHaveLength(5);
    expect(games).toBeLessThan(10);
  });

  it('a thread that joins later takes part', async () => {
    const shared = new SharedEngine();
    const running = shared.rollout(start, games);
    shared.add(engine());
    shared.add(engine());
    expect(await running).toEqual(await rollout(start, games));
  });

  it.each([0, 1, 2])('the questions of a thread that fails after %i are answered by another one', async (from) => {
    const shared = sharedBy(failing(from), engine());
    expect(await shared.rollout(start, games)).toEqual(await rollout(start, games));
    expect(await shared.evaluate(start)).toEqual(evaluate(start));
  });

  it('the error of the last thread reaches the caller, and later questions are asked all the same', async () => {
    const shared = sharedBy(failing(0), failing(0));
    await expect(shared.evaluate(start)).rejects.toThrow('lost');
    await expect(shared.rollout(start, games)).rejects.toThrow('lost');
    shared.add(engine());
    expect(await shared.evaluate(start)).toEqual(evaluate(start));
  });

  it('a refused argument is no failure of the thread', async () => {
    const shared = sharedBy(engine(), engine());
    await expect(shared.rank(opening, { ply: 9 as Ply })).rejects.toMatchObject({ code: 'bad-ply' });
    await expect(shared.rollout(opening)).rejects.toMatchObject({ code: 'bad-dice' });
    expect(await shared.rollout(start, games)).toEqual(await rollout(start, games));
  });

  it('an abort ends a rollout with its reason, and the threads answer other questions', async () => {
    const shared = sharedBy(engine(), engine());
    const stop = new AbortController();
    const running = shared.rollout(start, {
      ...games,
      trials: 100_000,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    expect(await shared.evaluate(start)).toEqual(evaluate(start));
  });
});
