import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { verify } from 'bg-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installation, newInstallation, type Running } from '../support/running.ts';

const client = fileURLToPath(new URL('../../../../examples/minimal-client.mjs', import.meta.url));

let installation: Installation;
let running: Running;
beforeAll(async () => {
  installation = newInstallation();
  running = await installation.run();
});
afterAll(() => installation.remove());

/** The client's output. It must exit with 0. */
async function play(points: number): Promise<string> {
  const url = `ws://127.0.0.1:${running.port}/ws`;
  const child = spawn(process.execPath, ['--experimental-websocket', client, url, String(points)]);
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, 'exit');
  expect({ code, err: code === 0 ? '' : await err }).toEqual({ code: 0, err: '' });
  return out;
}

describe('examples/minimal-client.mjs', () => {
  it.each([1, 3])('EX1 plays a match to %i as documented, and the record verifies', async (points) => {
    const [verdict, record = ''] = (await play(points)).split('\n');
    expect(verdict).toMatch(/^(won|lost) \d-\d, \d+ events checked$/);
    const answer: unknown = await (await fetch(record)).json();
    expect(await verify(answer)).toMatchObject({ ok: true });
    expect(running.log.errors).toEqual([]);
  });
});
