import type { Result } from 'bg-rules';
import type * as z from 'zod/mini';
import { type ClientMessage, clientMessages, EVENT_BOUNDS } from './client-messages.ts';
import type { SocketCode } from './codes.ts';
import { boundsOf, isWithin, type JsonBounds, widestOf } from './json-bounds.ts';
import { type ServerMessage, serverMessages } from './server-messages.ts';
import { readExactly, readTolerantly } from './tolerant.ts';

/**
 * Maximum length of a frame from a client, in bytes. The server closes the connection with code 1009 if a
 * frame is longer.
 */
export const MAX_CLIENT_FRAME_BYTES = 64 * 1024;

type DecodeCode = Extract<SocketCode, 'bad-frame' | 'unknown-type'>;
/** The decoded message or a refusal. A refusal carries the request id if the frame had one. */
export type Decoded<T> = Result<T, DecodeCode> & { readonly id?: number | string };

/** The page does not decode frames of clients, so its bundle must not have these bounds. */
const clientFrameBounds = /* @__PURE__ */ boundsOfLargest();

/** The type of a frame is not known before it is parsed. */
function boundsOfLargest(): JsonBounds {
  return widestOf(Object.values(clientMessages).map((message) => boundsOf(message, EVENT_BOUNDS)));
}

/**
 * Decodes a frame from a client. A frame that is longer, deeper or wider than every message is refused without being parsed, and so without
 * its id. Never throws, whatever the text is.
 */
export function decodeClient(text: string): Decoded<ClientMessage> {
  if (!isWithin(text, clientFrameBounds)) return refused('bad-frame', 'The frame is larger than any message.');
  return decode<ClientMessage>(text, clientMessages);
}

/** Decodes a frame from a server, and refuses members that are not documented. Never throws, whatever the text is. */
export function decodeServer(text: string): Decoded<ServerMessage> {
  return decode<ServerMessage>(text, serverMessages);
}

/** Decodes a frame from a server that may be newer than this program; see `readTolerantly`. Never throws, whatever the text is. */
export function readServer(text: string): Decoded<ServerMessage> {
  return decode<ServerMessage>(text, serverMessages, readTolerantly);
}

function decode<T>(
  text: string,
  schemas: Record<string, z.core.$ZodType<T>>,
  read: typeof readExactly<T> = readExactly,
): Decoded<T> {
  const frame = parseObject(text);
  if (!frame) return refused('bad-frame', 'The frame is not a JSON object.');
  const id = typeof frame.id === 'number' || typeof frame.id === 'string' ? { id: frame.id } : {};
  const schema = typeof frame.type === 'string' && Object.hasOwn(schemas, frame.type) ? schemas[frame.type] : undefined;
  if (!schema) return { ...refused('unknown-type', 'There is no message of this type.'), ...id };
  const parsed = read(schema, frame);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ...refused('bad-frame', describeFault(parsed.error)), ...id };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function refused(code: DecodeCode, message: string) {
  return { ok: false, code, message } as const;
}

function describeFault(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  const path = issue?.path.join('.') ?? '';
  return path ? `Member ${path} is invalid.` : 'The members do not match this message type.';
}
