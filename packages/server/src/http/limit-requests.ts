import { type Bucket, type HttpRoute, httpRoutes } from '@anchor/wire';
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { addressOf } from './address.ts';
import { refuseJson } from './json.ts';
import type { HttpParts } from './parts.ts';

type Limiting = Pick<HttpParts, 'limiter' | 'trustProxy' | 'observer'>;

/** Applies the rate limits, before the body is read. */
export function limitRequests(router: Router, { limiter, trustProxy, observer }: Limiting): Middleware {
  return async (ctx, next) => {
    const bucket = bucketOf(router, ctx);
    const seconds = await limiter.take(bucket, addressOf(ctx, trustProxy));
    if (seconds === null) return next();
    observer.limited(bucket);
    ctx.set('retry-after', String(seconds));
    refuseJson(ctx, 429, `too many requests; try again in ${seconds} s`);
  };
}

/** The bucket of the route that matches. Files and unknown paths use the general bucket. */
function bucketOf(router: Router, { path, method }: { readonly path: string; readonly method: string }): Bucket {
  // The router's lookup costs as much as everything else here, so skip it for plain paths.
  const plain = plainPaths.get(path);
  if (plain) return plain;
  const name = router.match(path, method).pathAndMethod[0]?.name;
  return routes.find(([route]) => route === name)?.[1].bucket ?? 'general';
}

const routes: readonly [string, HttpRoute][] = Object.entries(httpRoutes);
/** Paths without parameters whose route accepts every method. */
const plainPaths: ReadonlyMap<string, Bucket> = new Map(
  routes
    .filter(([, { method, path }]) => method !== 'POST' && !/[:{]/.test(path))
    .map(([, { path, bucket }]) => [path, bucket]),
);
