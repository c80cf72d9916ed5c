import type { Context } from 'koa';
import * as z from 'zod/mini';
import { receivedBody } from './guards.ts';

/** What Koa makes of `json`, which it would look up for every answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with a value that is only true now. */
export function answerJson(ctx: Context, value: object, status = 200): void {
  // as text: of an object, everybody who asks for its length would write it out again
  answerWrittenJson(ctx, JSON.stringify(value), status);
}

/** `answerJson` with a value that is written already. */
export function answerWrittenJson(ctx: Context, written: string | Buffer, status = 200): void {
  ctx.set('cache-control', 'no-store');
  ctx.status = status;
  ctx.set('content-type', JSON_TYPE);
  ctx.body = written;
}

/** A refusal, in words that may be shown to a person. */
export function refuseJson(ctx: Context, status: number, error: string): void {
  answerJson(ctx, { error }, status);
}

/** The body as a value of this shape; null when it is none. */
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
