import { legalPlays } from 'bg-rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '../support/harness.ts';
import { type Installation, newInstallation, type Running } from '../support/running.ts';

let installation: Installation;
let running: Running;
beforeEach(async () => {
  installation = newInstallation();
  running = await installation.run();
});
afterEach(() => installation.remove());

describe('the puzzle over the socket', () => {
  it('PW1 is shown to everyone, and answered once by a proven key', async () => {
    const stranger = await running.connect();
    const shown = await stranger.ask({ type: 'puzzle' });
    if (shown.type !== 'puzzle') throw new Error(shown.type);
    expect(shown).toMatchObject({ stats: { tries: 0, solved: 0 }, streak: 0, yours: null });
    const { date, position, dice, choices } = shown.puzzle;
    const plays = legalPlays(position, 0, dice);
    expect(choices).toBe(plays.length);
    const hops = plays[0]!.hops.map(([from, to]): [number, number] => [from, to]);
    const attempt = { type: 'puzzle-attempt' as const, date, hops };
    expect(await stranger.ask(attempt)).toMatchObject({ type: 'error', code: 'identify-first' });

    const client = await running.connect();
    await client.identify(await keyOf('alice'), 'alice');
    const result = await client.ask(attempt);
    expect(result).toMatchObject({ type: 'puzzle-result', date, stats: { tries: 0 } });
    expect(await client.ask(attempt)).toMatchObject({ type: 'error', code: 'already-tried' });
    const again = await client.ask({ type: 'puzzle', date });
    if (again.type !== 'puzzle' || result.type !== 'puzzle-result') throw new Error(again.type);
    const { rank, loss, best, yours, streak } = result;
    expect(again).toMatchObject({ streak, yours: { rank, loss, best, play: yours } });
    expect(streak).toBe(rank === 1 ? 1 : 0);
    expect(await stranger.ask({ type: 'puzzle' })).toMatchObject({ puzzle: shown.puzzle, yours: null, streak: 0 });
  });

  it('PW3 has a calendar of dates, with the results of a proven key', async () => {
    const stranger = await running.connect();
    const asked = await stranger.ask({ type: 'puzzle' });
    if (asked.type !== 'puzzle') throw new Error(asked.type);
    const { date, position, dice } = asked.puzzle;
    const month = date.slice(0, 7);
    const ask = { type: 'puzzle-days' as const, month };
    expect(await stranger.ask(ask)).toMatchObject({ type: 'puzzle-days', month, days: [{ date, rank: null }] });
    const client = await running.connect();
    await client.identify(await keyOf('bob'), 'bob');
    const hops = legalPlays(position, 0, dice)[0]!.hops.map(([from, to]): [number, number] => [from, to]);
    const result = await client.ask({ type: 'puzzle-attempt', date, hops });
    if (result.type !== 'puzzle-result') throw new Error(result.type);
    expect(await client.ask(ask)).toMatchObject({ days: [{ date, rank: result.rank }] });
    expect(await client.ask({ type: 'puzzle-days', month: '1999-01' })).toMatchObject({ days: [] });
  });

  it('PW2 exists only for existing dates', async () => {
    const stranger = await running.connect();
    expect(await stranger.ask({ type: 'puzzle', date: '2999-01-01' })).toMatchObject({
      type: 'error',
      code: 'no-puzzle',
    });
    const client = await running.connect();
    await client.identify(await keyOf('alice'), 'alice');
    const late = { type: 'puzzle-attempt' as const, date: '2020-01-01', hops: [] };
    expect(await client.ask(late)).toMatchObject({ type: 'error', code: 'puzzle-closed' });
  });
});
