import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('./support/say-and-end.ts', import.meta.url));

describe('the log', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  async function ready(): Promise<ChildProcess> {
    child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'pipe'] });
    await once(child.stdout!, 'data');
    return child;
  }
  const ending = async (lines: number) => {
    const ended = once(child, 'exit');
    child.stdin?.write(String(lines));
    return (await ended)[0];
  };

  it('has every line although the process ends at once', async () => {
    let said = '';
    (await ready()).stderr?.on('data', (text) => {
      said += text;
    });
    const closed = once(child.stderr!, 'close');
    expect(await ending(50)).toBe(0);
    await closed;
    const numbers = said
      .trim()
      .split('\n')
      .map((line): number => JSON.parse(line).n);
    expect(numbers).toEqual([...Array(50).keys()]);
  });

  it('does not delay the end of the process when its reader is gone', async () => {
    (await ready()).stderr?.destroy();
    expect(await ending(3)).toBe(0);
  });

  it('does not delay it either when its reader does not read', async () => {
    await ready();
    expect(await ending(30_000)).toBe(0);
  });
});
