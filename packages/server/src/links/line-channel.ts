import type { Duplex } from 'node:stream';
import type { Channel } from '../domain/ports/links.ts';

/** A longer line is a mistake: the longest message is one event or a page of presence. */
const LONGEST_LINE = 1024 * 1024;
/** Unsent bytes from which the other end counts as stuck. */
const MOST_UNSENT_BYTES = 64 * 1024 * 1024;

/** Lines of text over a stream. Lines that are sent in one turn of the event loop go out together. */
export class LineChannel implements Channel {
  readonly #stream: Duplex;
  #unsent: string[] = [];
  #begun = '';
  #isOver = false;
  #line: (text: string) => void = () => undefined;
  #ended: () => void = () => undefined;

  constructor(stream: Duplex) {
    this.#stream = stream;
    stream.setEncoding('utf8');
    stream.on('error', () => stream.destroy());
    stream.once('close', () => this.end());
  }

  listen(line: (text: string) => void, ended: () => void): void {
    this.#line = line;
    this.#ended = ended;
    this.#stream.on('data', (text: string) => this.#receive(text));
    if (this.#isOver) ended();
  }

  send(line: string): void {
    if (this.#isOver) return;
    if (this.#unsent.length === 0) setImmediate(() => this.#flush());
    this.#unsent.push(line);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream.destroy();
    this.#ended();
  }

  #flush(): void {
    const lines = this.#unsent;
    this.#unsent = [];
    if (this.#isOver) return;
    this.#stream.write(`${lines.join('\n')}\n`);
    if (this.#stream.writableLength > MOST_UNSENT_BYTES) this.end();
  }

  #receive(text: string): void {
    const lines = `${this.#begun}${text}`.split('\n');
    this.#begun = lines.pop() ?? '';
    for (const line of lines) if (!this.#isOver) this.#line(line);
    if (this.#begun.length > LONGEST_LINE) this.end();
  }
}
