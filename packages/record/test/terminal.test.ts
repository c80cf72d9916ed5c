import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { printTo, progressLine, writeContent } from '../src/cli/terminal.ts';

/** Returns a stream that records its output and reports whether it is a terminal. */
function stream(isTTY: boolean) {
  const through = Object.assign(new PassThrough(), { isTTY }) as PassThrough & NodeJS.WriteStream;
  return { through, written: () => String(through.read() ?? '') };
}

function printed(isTTY: boolean, lines: string | readonly string[]): string {
  const { through, written } = stream(isTTY);
  printTo(through, lines, 'green');
  return written();
}

afterEach(() => vi.unstubAllEnvs());

describe('colour', () => {
  it('is used only on terminals, and not with NO_COLOR or TERM=dumb', () => {
    vi.stubEnv('NO_COLOR', '');
    vi.stubEnv('TERM', 'xterm');
    expect(printed(true, ['valid', 'too'])).toBe('\u001b[32mvalid\u001b[0m\n\u001b[32mtoo\u001b[0m\n');
    expect(printed(false, 'valid')).toBe('valid\n');
    vi.stubEnv('TERM', 'dumb');
    expect(printed(true, 'valid')).toBe('valid\n');
    vi.stubEnv('TERM', 'xterm');
    vi.stubEnv('NO_COLOR', '1');
    expect(printed(true, 'valid')).toBe('valid\n');
  });

  it('is not ended by a text from a file', () => {
    vi.stubEnv('NO_COLOR', '');
    vi.stubEnv('TERM', 'xterm');
    expect(printed(true, 'a\u001b[0m\nb')).toBe('\u001b[32ma\\u001b[0m\\u000ab\u001b[0m\n');
  });
});

describe('the progress line', () => {
  it('shows one text on a terminal, in one line that it clears at the end', () => {
    const { through, written } = stream(true);
    const line = progressLine(through);
    line.show('0 of 3');
    line.show('1 of\n3');
    line.end();
    expect(written()).toBe('\r\u001b[K0 of 3\r\u001b[K1 of\\u000a3\r\u001b[K');
  });

  it('is silent elsewhere', () => {
    const { through, written } = stream(false);
    const line = progressLine(through);
    line.show('0 of 3');
    line.end();
    expect(written()).toBe('');
  });
});

describe('the content of a file', () => {
  const text = '; [Player 1 "Ann\u202e"]\n\n 1 point match\n';

  it('is written unchanged into a file or a pipe', () => {
    const { through, written } = stream(false);
    expect(writeContent(text, through)).toBe(true);
    expect(written()).toBe(text);
  });

  it('has only visible characters on a terminal, which gets no binary content', () => {
    const { through, written } = stream(true);
    expect(writeContent(text, through)).toBe(true);
    expect(written()).toBe('; [Player 1 "Ann\\u202e"]\n\n 1 point match\n');
    expect(writeContent(Uint8Array.of(27), through)).toBe(false);
    expect(written()).toBe('');
  });
});
