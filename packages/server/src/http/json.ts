import type { Context } from 'koa';
import * as z from 'zod/mini';
import { receivedBody } from './bodies.ts';

/** The type that Koa derives from `json`. Set directly, to save a lookup per answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with a value that must not be cached. */
export function answerJson(ctx: Context, value: object, status = 200): void {
  // Serialise once: Koa serialises an object body each time its length is read.
  answerWrittenJson(ctx, JSON.stringify(value), status);
}

/** Like `answerJson`, with JSON text. */
export function answerWrittenJson(ctx: Context, written: string | Buffer, status = 200): void {
  ctx.set('cache-control', 'no-store');
  ctx.status = status;
  ctx.set('content-type', JSON_TYPE);
  ctx.body = written;
}

/** Answers with an error text that may be shown to the user. */
export function refuseJson(ctx: Context, status: number, error: string): void {
  answerJson(ctx, { error }, status);
}

/** Parses the body. Returns null when it does not match the schema. */
export function readJsonBody<T>(ctx: Context, schema: z.core.$ZodType<T>): T | null {
  const read = z.safeParse(schema, parsed(receivedBody(ctx.req).toString('utf8')));
  return read.success ? read.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
