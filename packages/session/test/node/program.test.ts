import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openProgram } from '../../src/node/index.ts';

it('NF1 a program whose folder cannot store a key connects all the same, and its requests fail as values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bg-session-'));
  const opened: string[] = [];
  class Socket {
    onopen = () => undefined;
    onmessage = () => undefined;
    onclose = () => undefined;
    constructor(url: string) {
      opened.push(url);
    }
    send() {}
    close() {}
  }
  const program = openProgram({ url: 'http://127.0.0.1:1', folder, socket: Socket as never });
  // As on a disk that fails.
  rmSync(folder, { recursive: true });
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  program.end();
});
