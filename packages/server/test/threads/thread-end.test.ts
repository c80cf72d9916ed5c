import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { ThreadCalls } from '../../src/threads/thread-calls.ts';
import { temporaryFolder } from '../storage/folders.ts';

const folder = temporaryFolder();
const file = join(folder.path, 'loaded');
const script = {
  url: new URL('../../src/threads/from-source.mjs', import.meta.url),
  execArgv: ['--conditions=@anchor/source'],
  argv: ['../../test/threads/slow-thread.ts', file],
};
const start = () => {
  const faults: Error[] = [];
  return { calls: new ThreadCalls<string, string>(script, (fault) => faults.push(fault)), faults };
};
afterEach(() => void vi.useRealTimers());
afterAll(() => folder.remove());

describe('the end of a thread', () => {
  it('TE1 waits for a thread that still starts: Node may abort the process if it is terminated while it compiles', async () => {
    const { calls, faults } = start();
    const open = expect(calls.ask('a word')).rejects.toThrow('the thread was stopped');
    await calls.stop();
    await open;
    expect(existsSync(file)).toBe(true);
    await calls.stop();
    expect(faults).toEqual([]);
  });

  it('TE2 terminates a thread that hangs, after eight seconds', async () => {
    const { calls } = start();
    expect(await calls.ask('hang')).toBe('hang');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const stopped = calls.stop();
    await vi.advanceTimersByTimeAsync(8_000);
    await stopped;
  });
});
