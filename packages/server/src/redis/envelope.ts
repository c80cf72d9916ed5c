import { readServer } from '@anchor/wire';
import * as z from 'zod/mini';
import type { BusMessage } from '../domain/ports/bus.ts';
import { decoder } from './decoder.ts';

/** Limit of a frame's length. Our own messages are far shorter. */
const MAX_CHARACTERS = 1_000_000;

/** A message on the channel of its topic. */
interface Envelope {
  /** Id of the sending process. */
  readonly from: string;
  /** The message as JSON, decoded only if someone listens. */
  readonly body: string;
}

const processId = /^[\w-]{1,64}$/;

export function makeEnvelope({ from, body }: Envelope): string {
  return `${from}\n${body}`;
}

/** Returns null when the text is not a valid frame. */
export function readEnvelope(text: string): Envelope | null {
  const end = text.indexOf('\n');
  if (text.length > MAX_CHARACTERS || end < 0) return null;
  const from = text.slice(0, end);
  return processId.test(from) ? { from, body: text.slice(end + 1) } : null;
}

const ownMessages = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('seated'), match: z.string() }),
  z.strictObject({ type: z.literal('offers-changed') }),
  z.strictObject({ type: z.literal('turns-changed') }),
]);

const readOwn = decoder<BusMessage>(ownMessages);

/** Returns null when the body is not a valid bus message. */
export function readBody(body: string): BusMessage | null {
  const server = readServer(body);
  if (server.ok) return server.value;
  return readOwn(body);
}
