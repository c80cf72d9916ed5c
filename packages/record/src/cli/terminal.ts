type Stream = NodeJS.WriteStream;

const CODES = { green: 32, red: 31, yellow: 33 } as const;

type Colour = keyof typeof CODES;

/** Returns true for a terminal that supports colour, unless the user disabled it (no-color.org). */
function showsColour(stream: Stream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}

export function coloured(text: string, colour: Colour, stream: Stream): string {
  return showsColour(stream) ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

/** Replaces characters with which a name from a file could change the direction of text or break the line. */
export function printable(text: string): string {
  return text.replace(/[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}

interface Progress {
  step(done: number): void;
  end(): void;
}

/** Shows one line with a counter while many files are read, on a terminal only. */
export function progress(total: number, stream: Stream): Progress {
  if (total < 2 || stream.isTTY !== true) return { step() {}, end() {} };
  return {
    step: (done) => void stream.write(`\r${done} of ${total}`),
    end: () => void stream.write('\r\u001b[K'),
  };
}

/** Shows one line with the present stage of long work, on a terminal only. */
export function stage(stream: Stream) {
  const isShown = stream.isTTY === true;
  return {
    show(name: string, done: number, total: number): void {
      if (isShown) stream.write(`\r\u001b[K${name}: ${done} of ${total}`);
    },
    end(): void {
      if (isShown) stream.write('\r\u001b[K');
    },
  };
}
