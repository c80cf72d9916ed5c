import type { Channel } from '../ports/links.ts';
import type { Alarms, World } from '../ports/world.ts';
import { decodeLine, encodeLine, type LineToFront, type LineToOwner } from './link-messages.ts';
import { Pings } from './pings.ts';

interface LinkEndParts<Received> {
  /** Unique among the links of this process. */
  readonly alarm: string;
  readonly channel: Channel;
  readonly alarms: Alarms;
  readonly world: World;
  /** Handles a line that is no ping and no answer to one. */
  readonly receive: (line: Received) => void;
  /** Called once, when the link is lost. */
  readonly ended: () => void;
}

/** One end of a link: sends lines and takes those of the other end. The link is lost when the other end is silent, or sends what is no line. */
export class LinkEnd<Sent extends LineToFront | LineToOwner, Received extends LineToFront | LineToOwner> {
  readonly #parts: LinkEndParts<Received>;
  readonly #pings: Pings;
  #isOver = false;

  constructor(parts: LinkEndParts<Received>) {
    this.#parts = parts;
    const { alarm, alarms, world, channel } = parts;
    const send = (ping: number) => channel.send(encodeLine({ ping }));
    this.#pings = new Pings({ alarm, alarms, world, send, silent: () => this.end() });
    channel.listen(
      (text) => this.#receive(text),
      () => this.end(),
    );
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The other end has received everything that was sent until then, in milliseconds since the epoch. */
  get confirmedAt(): number {
    return this.#pings.confirmedAt;
  }

  /** Asks the other end to confirm what it has received. */
  ping(): void {
    if (!this.#isOver) this.#pings.send();
  }

  send(line: Sent): void {
    this.#parts.channel.send(encodeLine(line));
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#pings.stop();
    this.#parts.channel.end();
    this.#parts.ended();
  }

  #receive(text: string): void {
    if (this.#isOver) return;
    const line = decodeLine<Received>(text);
    if (!line) this.end();
    else if ('ping' in line) this.#parts.channel.send(encodeLine({ pong: line.ping }));
    else if ('pong' in line) this.#pings.answered(line.pong);
    else this.#parts.receive(line);
  }
}
