import Koa from 'koa';
import compress from 'koa-compress';
import { answerNotModified } from './conditional.ts';
import { answerErrors } from './errors.ts';
import { limitBody, refuseOddPaths } from './guards.ts';
import { limitRequests } from './limit-requests.ts';
import { observeRequests } from './observe-requests.ts';
import type { HttpParts } from './parts.ts';
import { refuseBanned } from './refuse-banned.ts';
import { makeRouter } from './routes.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { browserModules, notFound, operatorFiles, pageFiles, pagePlaces } from './static-files.ts';

/** What happens to a request, in this order. */
export function makeApp(parts: HttpParts): Koa {
  const app = new Koa();
  const router = makeRouter(parts);
  answerErrors(app, parts.unexpected);
  app.use(observeRequests(parts.observer));
  app.use(setSecurityHeaders);
  app.use(refuseBanned(parts.banOf, parts.trustProxy));
  app.use(refuseOddPaths);
  app.use(limitRequests(router, parts));
  app.use(limitBody);
  app.use(compress());
  app.use(answerNotModified);
  app.use(router.routes());
  app.use(browserModules(parts.modules));
  app.use(pagePlaces);
  app.use(operatorFiles(parts.operatorFolder));
  app.use(pageFiles(parts.clientFolder));
  app.use(notFound);
  return app;
}
