import { describe, expect, it } from 'vitest';
import { GnubgEngine } from '../src/engine/gnubg.ts';
import { LineProcess } from '../src/engine/line-process.ts';

/** Returns a process that runs one line of JavaScript. */
function program(code: string, timeoutMs = 30_000): LineProcess {
  return new LineProcess({ command: process.execPath, args: ['-e', code], env: {}, timeoutMs });
}

const ECHO = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => console.log('chatter\\n' + line))`;

describe('a program with a line protocol', () => {
  it('answers in order, and other lines are ignored', async () => {
    const echo = program(ECHO);
    const lines = Array.from({ length: 50 }, (_, n) => `{"n":${n}}`);
    const answers = await Promise.all(lines.map((line) => echo.ask(line)));
    expect(answers).toEqual(lines.map((value) => ({ ok: true, value })));
    await echo.kill();
    expect(await echo.ask('{}')).toMatchObject({ ok: false, code: 'engine-ended' });
  });

  it('is killed if it takes too long', async () => {
    const silent = program('setInterval(() => {}, 1000)', 1);
    const answers = await Promise.all([silent.ask('{}'), silent.ask('{}')]);
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, code: 'engine-timeout' });
    await silent.kill();
    expect(() => process.kill(silent.pid ?? 0, 0)).toThrow('ESRCH');
  });

  it('fails pending requests when it ends, with the end of its stderr', async () => {
    const dying = program('console.error("no weights"); process.exit(0)');
    const answer = await dying.ask('{}');
    expect(answer).toMatchObject({ ok: false, code: 'engine-ended', message: 'The program ended (0). no weights' });
    await dying.kill();
  });
});

describe('a program that is not an engine', () => {
  it('is missing, or ends before it is ready', async () => {
    expect(await GnubgEngine.open({ program: '/nowhere/gnubg' })).toMatchObject({ ok: false, code: 'engine-missing' });
    expect(await GnubgEngine.open({ program: '/bin/true' })).toMatchObject({ ok: false, code: 'engine-ended' });
  });
});
