import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { coloured, printable, progress } from '../src/cli/terminal.ts';

/** Returns a stream that records its output and reports whether it is a terminal. */
function stream(isTTY: boolean) {
  const through = Object.assign(new PassThrough(), { isTTY }) as PassThrough & NodeJS.WriteStream;
  return { through, written: () => String(through.read() ?? '') };
}

afterEach(() => vi.unstubAllEnvs());

describe('colour', () => {
  it('is used only on terminals, and not with NO_COLOR or TERM=dumb', () => {
    vi.stubEnv('NO_COLOR', '');
    vi.stubEnv('TERM', 'xterm');
    expect(coloured('valid', 'green', stream(true).through)).toBe('\u001b[32mvalid\u001b[0m');
    expect(coloured('valid', 'green', stream(false).through)).toBe('valid');
    vi.stubEnv('TERM', 'dumb');
    expect(coloured('valid', 'green', stream(true).through)).toBe('valid');
    vi.stubEnv('TERM', 'xterm');
    vi.stubEnv('NO_COLOR', '1');
    expect(coloured('valid', 'green', stream(true).through)).toBe('valid');
  });
});

describe('the progress line', () => {
  it('counts on a terminal, in one line that it clears at the end', () => {
    const { through, written } = stream(true);
    const counter = progress(3, through);
    counter.step(0);
    counter.step(1);
    counter.end();
    expect(written()).toBe('\r0 of 3\r1 of 3\r\u001b[K');
  });

  it.each([
    [1, true],
    [3, false],
  ])('is silent for %i files if the stream is a terminal: %s', (total, isTTY) => {
    const { through, written } = stream(isTTY);
    const counter = progress(total, through);
    counter.step(0);
    counter.end();
    expect(written()).toBe('');
  });
});

describe('names from a file', () => {
  it('cannot reverse the text or break the line', () => {
    expect(printable('Ann\u202Ebob\u2028x')).toBe('Ann\uFFFDbob\uFFFDx');
    expect(printable('Žofie Łącka-Ōno 🎲')).toBe('Žofie Łącka-Ōno 🎲');
  });
});
