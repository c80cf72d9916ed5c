import type { Middleware } from 'koa';

/** Answers 304 to a client that already has what it asks for. */
export const answerNotModified: Middleware = async (ctx, next) => {
  await next();
  if (!ctx.fresh) return;
  ctx.body = null;
  ctx.status = 304;
};
