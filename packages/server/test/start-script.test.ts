import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './storage/folders.ts';

const script = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
const folder = temporaryFolder();
const called = join(folder.path, 'called');

describe('npm start', () => {
  beforeAll(() => {
    // An npx that installs nothing.
    writeFileSync(join(folder.path, 'npx'), `#!/bin/sh\ntouch ${called}\nexit 3\n`);
    chmodSync(join(folder.path, 'npx'), 0o755);
  });
  afterAll(() => folder.remove());

  const start = async (PORT: string) => {
    const env = { PATH: `${folder.path}${delimiter}${process.env.PATH}`, HOST: '127.0.0.1', PORT };
    const child = spawn(process.execPath, [script, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    const [code] = await once(child, 'close');
    return { code, output, errors };
  };

  it('CS3 ends at once if its port is in use, and otherwise says that it installs packages', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = String(typeof address === 'object' ? address?.port : 0);
    const refused = `Cannot listen on port ${port}: another program is using it. Set PORT to a free one.\n`;
    expect(await start(port)).toEqual({ code: 1, output: '', errors: refused });
    expect(existsSync(called)).toBe(false);
    other.close();
    await once(other, 'close');
    expect(await start(port)).toEqual({ code: 3, output: '', errors: expect.stringMatching(/^Installing packages /) });
    expect(existsSync(called)).toBe(true);
  });
});
