import { decodeServer } from '@anchor/wire';
import * as z from 'zod/mini';
import type { BusMessage } from '../domain/ports/bus.ts';
import { decoder } from './decoder.ts';

/** Limit of a frame's length. Our own messages are far shorter. */
const MAX_CHARACTERS = 1_000_000;

/** A frame on the bus channel: a message, a heartbeat or a goodbye. */
export interface Envelope {
  /** Id of the sending process. */
  readonly from: string;
  /** Number of the sender's last message, counting from 1. A message counts itself. */
  readonly number: number;
  readonly kind: 'message' | 'beat' | 'goodbye';
  /** The topic of a message. Empty for other kinds. */
  readonly topic: string;
  /** The message as JSON, decoded only if someone listens. Empty for other kinds. */
  readonly body: string;
}

const heads = { message: 'm', beat: 'b', goodbye: 'g' } as const;
const kinds: Readonly<Record<string, Envelope['kind']>> = { m: 'message', b: 'beat', g: 'goodbye' };
const headLine = /^([mbg]) ([\w-]{1,64}) (\d{1,15})(?: (\S{1,200}))?$/;

/** Encodes a frame: a header line, then the message. */
export function makeEnvelope({ from, number, kind, topic, body }: Envelope): string {
  const head = `${heads[kind]} ${from} ${number}`;
  return kind === 'message' ? `${head} ${topic}\n${body}` : head;
}

/** Returns null when the text is not a valid frame. */
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
  z.strictObject({ type: z.literal('offers-changed') }),
  z.strictObject({ type: z.literal('turns-changed') }),
  z.strictObject({ type: z.literal('given-up') }),
  z.strictObject({ type: z.literal('evaluated'), keys: z.array(z.string()) }),
]);

const readOwn = decoder<BusMessage>(ownMessages);

/** Returns null when the body is not a valid bus message. */
export function readBody(body: string): BusMessage | null {
  const server = decodeServer(body);
  if (server.ok) return server.value;
  return readOwn(body);
}
