import type { Bucket } from '@anchor/wire';
import type { Context, Middleware } from 'koa';

/** Collects metrics of HTTP requests. */
export interface HttpObserver {
  /** `route`: the route's pattern, `file` or `none`. `status`: the HTTP status, or `cut` if the response was not completed. */
  served(route: string, status: string, seconds: number): void;
  /** A request exceeded the rate limit of its address. */
  limited(bucket: Bucket): void;
}

/** Reports every request by its route's pattern, so that the number of labels is bounded. */
export function observeRequests(observer: HttpObserver): Middleware {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const status = ctx.res.writableFinished ? String(ctx.res.statusCode) : 'cut';
      observer.served(routeOf(ctx), status, (performance.now() - startedAt) / 1000);
    });
    return next();
  };
}

function routeOf(ctx: Context): string {
  // The router stores the matched pattern there.
  const matched = '_matchedRoute' in ctx ? ctx._matchedRoute : null;
  if (typeof matched === 'string') return matched;
  return ctx.res.statusCode < 400 ? 'file' : 'none';
}
