import type { Result } from 'bg-rules';
import * as z from 'zod/mini';
import { type ClientMessage, clientMessages } from './client-messages.ts';
import type { SocketCode } from './codes.ts';
import { type ServerMessage, serverMessages } from './server-messages.ts';

/** A frame from a client may be this long; a longer one closes the connection with code 1009. */
export const MAX_CLIENT_FRAME_BYTES = 64 * 1024;

type DecodeCode = Extract<SocketCode, 'bad-frame' | 'unknown-type'>;
/** A refused frame keeps its request id, so that the answer can be told apart. */
export type Decoded<T> = Result<T, DecodeCode> & { readonly id?: number | string };

/** Reads a client's frame; any text in, a value out. */
export function decodeClient(text: string): Decoded<ClientMessage> {
  return decode<ClientMessage>(text, clientMessages);
}

/** Reads a server's frame; any text in, a value out. */
export function decodeServer(text: string): Decoded<ServerMessage> {
  return decode<ServerMessage>(text, serverMessages);
}

function decode<T>(text: string, schemas: Record<string, z.core.$ZodType<T>>): Decoded<T> {
  const frame = parseObject(text);
  if (!frame) return refused('bad-frame', 'The frame is not a JSON object.');
  const id = typeof frame.id === 'number' || typeof frame.id === 'string' ? { id: frame.id } : {};
  const schema = typeof frame.type === 'string' && Object.hasOwn(schemas, frame.type) ? schemas[frame.type] : undefined;
  if (!schema) return { ...refused('unknown-type', 'No message has this type.'), ...id };
  const parsed = z.safeParse(schema, frame);
  return parsed.success ? { ok: true, value: parsed.data } : { ...refused('bad-frame', where(parsed.error)), ...id };
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

function where(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  const path = issue?.path.join('.') ?? '';
  return path ? `Member ${path} is not right.` : 'The members are not those of this message.';
}
