import { printLines, visible } from '../visible.ts';

type Stream = NodeJS.WriteStream;

const CODES = { green: 32, red: 31, yellow: 33 } as const;

type Colour = keyof typeof CODES;

/** Prints on standard output what the user asked for. */
export function print(lines: string | readonly string[], colour?: Colour): void {
  printTo(process.stdout, lines, colour);
}

/** Prints on standard error. */
export function complain(lines: string | readonly string[], colour?: Colour): void {
  printTo(process.stderr, lines, colour);
}

/** Prints lines, in a colour if the stream is a terminal that supports it. */
export function printTo(stream: Stream, lines: string | readonly string[], colour?: Colour): void {
  const isPlain = colour === undefined || !showsColour(stream);
  printLines(stream, lines, isPlain ? undefined : (line) => `\u001b[${CODES[colour]}m${line}\u001b[0m`);
}

/** Returns true for a terminal that supports colour, unless the user disabled it (no-color.org). */
function showsColour(stream: Stream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

/**
 * Writes the content of a file on standard output: byte by byte into a file or a pipe, and as printed lines on a terminal. Returns false
 * without writing if the content is binary and a terminal would show it.
 */
export function writeContent(content: string | Uint8Array, stream: Stream = process.stdout): boolean {
  if (stream.isTTY !== true) stream.write(content);
  else if (typeof content === 'string') printTo(stream, content.replace(/\n$/, '').split('\n'));
  else return false;
  return true;
}

/** The reader of the output may close it early (`| head`). This is not an error, and ends the process. */
export function endWithReader(): void {
  process.stdout.on('error', () => process.exit());
}

interface Progress {
  /** Shows this text in place of the one before it. */
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

/** One line on standard error that shows how far long work is, on a terminal only. */
export function progressLine(stream: Stream = process.stderr): Progress {
  if (stream.isTTY !== true) return { show() {}, end() {} };
  return {
    show: (text) => void stream.write(`\r\u001b[K${visible(text)}`),
    end: () => void stream.write('\r\u001b[K'),
  };
}
