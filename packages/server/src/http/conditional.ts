import type { Context, Middleware, Next } from 'koa';

/** Answers 304 to a client that already has what it asks for. */
export const answerNotModified: Middleware = (ctx, next) => {
  const { headers } = ctx.req;
  const mayHaveIt = 'if-none-match' in headers || 'if-modified-since' in headers;
  return mayHaveIt ? answerIfModified(ctx, next) : next();
};

async function answerIfModified(ctx: Context, next: Next): Promise<void> {
  await next();
  if (!ctx.fresh) return;
  ctx.body = null;
  ctx.status = 304;
}
