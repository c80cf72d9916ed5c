import { decodeServer } from '@anchor/wire';
import * as z from 'zod/mini';
import type { BusMessage } from '../domain/ports.ts';
import { decoder } from './decoder.ts';

/** Nothing that the service says to other processes comes near this. */
const MAX_CHARACTERS = 1_000_000;

/** What a process says on the channel: a message, that it is there, or that it goes. */
export interface Envelope {
  /** The process. */
  readonly from: string;
  /** Number of the last message so far, this one included; the first is 1. */
  readonly number: number;
  readonly kind: 'message' | 'beat' | 'goodbye';
  /** Of a message, else empty. */
  readonly topic: string;
  /** Of a message as JSON, read only by who wants it; else empty. */
  readonly body: string;
}

const heads = { message: 'm', beat: 'b', goodbye: 'g' } as const;
const kinds: Readonly<Record<string, Envelope['kind']>> = { m: 'message', b: 'beat', g: 'goodbye' };
const headLine = /^([mbg]) ([\w-]{1,64}) (\d{1,15})(?: (\S{1,200}))?$/;

/** One line that says whose message it is and about what, then the message. */
export function makeEnvelope({ from, number, kind, topic, body }: Envelope): string {
  const head = `${heads[kind]} ${from} ${number}`;
  return kind === 'message' ? `${head} ${topic}\n${body}` : head;
}

/** Null when the text is nothing that a process says. */
export function readEnvelope(text: string): Envelope | null {
  if (text.length > MAX_CHARACTERS) return null;
  const end = text.indexOf('\n');
  const [, letter = '', from = '', number, topic = ''] = headLine.exec(end < 0 ? text : text.slice(0, end)) ?? [];
  const kind = kinds[letter];
  if (kind === undefined || (kind === 'message') !== (topic !== '') || (kind === 'message') !== end >= 0) return null;
  return { from, kind, number: Number(number), topic, body: end < 0 ? '' : text.slice(end + 1) };
}

const ownMessages = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('seated'), match: z.string() }),
  z.strictObject({ type: z.literal('given-up') }),
  z.strictObject({ type: z.literal('judged'), keys: z.array(z.string()) }),
]);

const readOwn = decoder<BusMessage>(ownMessages);

/** Null when it is no message that processes send each other. */
export function readBody(body: string): BusMessage | null {
  const server = decodeServer(body);
  if (server.ok) return server.value;
  return readOwn(body);
}
