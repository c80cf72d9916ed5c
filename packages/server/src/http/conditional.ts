import type { Context, Middleware, Next } from 'koa';

/** Answers 304 if the client's cached copy is current. */
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
