import type { Redis } from 'ioredis';
import { PREFIX } from './connection.ts';
import { type Beat, MAX_CHARACTERS } from './envelope.ts';
import type { RollCall } from './roll-call.ts';

/** The one channel on which processes of the version before send all messages and their heartbeats. */
export const FORMER_CHANNEL = `${PREFIX}bus`;
/** Marks the frames of processes of this version, which the others of this version ignore. */
const MARK = 'v2-';
/** Length of the ids of processes of the version before, any of which may begin with the mark. */
const FORMER_ID = 12;

/** A frame: a header line, then the message. */
interface Frame {
  readonly from: string;
  /** Number of the sender's last message, counting from 1. A message counts itself. */
  readonly number: number;
  readonly kind: 'message' | Beat['kind'];
  /** Empty for other kinds than messages. */
  readonly topic: string;
  readonly body: string;
}

const kinds: Readonly<Record<string, Frame['kind']>> = { m: 'message', b: 'beat', g: 'goodbye' };
const headLine = /^([mbg]) ([\w-]{1,64}) (\d{1,15})(?: (\S{1,200}))?$/;

/** Returns null when the text is not a valid frame. */
function readFrame(text: string): Frame | null {
  if (text.length > MAX_CHARACTERS) return null;
  const end = text.indexOf('\n');
  const [, letter = '', from = '', number, topic = ''] = headLine.exec(end < 0 ? text : text.slice(0, end)) ?? [];
  const kind = kinds[letter];
  if (kind === undefined || (kind === 'message') !== (topic !== '') || (kind === 'message') !== end >= 0) return null;
  return { from, kind, number: Number(number), topic, body: end < 0 ? '' : text.slice(end + 1) };
}

interface FormerBusParts {
  readonly commands: Redis;
  readonly processId: string;
  readonly rollCall: RollCall;
  /** A process that was not heard for this long is gone. */
  readonly forgetMs: number;
  /** Called with a message of a process of the version before. */
  readonly deliver: (topic: string, body: string) => void;
  /** Called when messages of such a process are missing. */
  readonly missed: () => void;
  readonly ignore: () => void;
}

/**
 * Talks to processes of the version before, which know one channel only, during a rolling restart. Messages are published there while such a
 * process is heard. The next version removes this file.
 */
export class FormerBus {
  readonly #parts: FormerBusParts;
  readonly #id: string;
  #number = 0;
  /** Messages are published on the one channel until then. */
  #until = Number.NEGATIVE_INFINITY;

  constructor(parts: FormerBusParts) {
    this.#parts = parts;
    this.#id = `${MARK}${parts.processId}`;
  }

  /** Assumes for this long that processes of the version before run: they beat every second. */
  assume(now: number, forMs: number): void {
    this.#until = Math.max(this.#until, now + forMs);
  }

  publish(topic: string, body: string, now: number): void {
    if (now > this.#until) return;
    this.#number += 1;
    this.#send(`m ${this.#id} ${this.#number} ${topic}\n${body}`);
  }

  beat(kind: Beat['kind']): void {
    this.#send(`${kind === 'beat' ? 'b' : 'g'} ${this.#id} ${this.#number}`);
  }

  receive(text: string, now: number): void {
    const { rollCall, forgetMs, deliver, missed, ignore } = this.#parts;
    const frame = readFrame(text);
    if (!frame) {
      ignore();
      return;
    }
    if (frame.from.startsWith(MARK) && frame.from.length !== FORMER_ID) return;
    this.assume(now, forgetMs);
    const { isNew, isGap } = rollCall.hear(frame, now);
    if (isNew) deliver(frame.topic, frame.body);
    if (isGap) missed();
  }

  /** Processes that do not get the frame detect the gap. */
  #send(frame: string): void {
    this.#parts.commands.publish(FORMER_CHANNEL, frame).catch(() => undefined);
  }
}
