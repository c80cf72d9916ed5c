import type { Bucket } from '@anchor/wire';
import type { Context, Middleware } from 'koa';

/** Is told how requests were answered, for the operator's figures. */
export interface HttpObserver {
  /** `route`: the pattern that took the request, `file`, or `none`. `status`: that of the answer, or `cut` when it did not get through. */
  served(route: string, status: string, seconds: number): void;
  /** A request was refused because its address asks too often. */
  limited(bucket: Bucket): void;
}

/** Tells of every request by the pattern of its route: whatever paths strangers make up, there are no more of these. */
export function observeRequests(observer: HttpObserver): Middleware {
  return (ctx, next) => {
    const began = performance.now();
    ctx.res.once('close', () => {
      const status = ctx.res.writableFinished ? String(ctx.res.statusCode) : 'cut';
      observer.served(routeOf(ctx), status, (performance.now() - began) / 1000);
    });
    return next();
  };
}

function routeOf(ctx: Context): string {
  // the router notes there what it has found
  const matched = '_matchedRoute' in ctx ? ctx._matchedRoute : null;
  if (typeof matched === 'string') return matched;
  return ctx.res.statusCode < 400 ? 'file' : 'none';
}
