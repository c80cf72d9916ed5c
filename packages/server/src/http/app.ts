import Koa from 'koa';
import compress from 'koa-compress';
import { type BodyBudget, limitBody } from './bodies.ts';
import { readEncodings } from './encodings.ts';
import { linkPreviews, sendPictures } from './link-previews.ts';
import { answerErrors, limitRequests, refuseBanned, refuseOddHosts, refuseOddPaths } from './middleware.ts';
import { observeRequests } from './observe-requests.ts';
import { answerPreflights, openToOrigins } from './other-origins.ts';
import type { HttpParts } from './parts.ts';
import type { Responses } from './raw-answers.ts';
import { forbidParsedQuery, refuseLongTargets } from './request.ts';
import { answerNotModified } from './response.ts';
import { makeRouter } from './routes.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { limitAtOnce } from './slow-readers.ts';
import { browserModules, missingPage, operatorFiles, pageFiles, pagePlaces } from './static-files.ts';

/** The middleware of a request, in order. */
export function makeApp(parts: HttpParts, bodies: BodyBudget, responses: Responses): Koa {
  const app = new Koa();
  const router = makeRouter(parts, responses);
  forbidParsedQuery(app);
  answerErrors(app, router, parts.unexpected);
  app.use(observeRequests(parts.observer));
  app.use(setSecurityHeaders);
  app.use(openToOrigins);
  app.use(readEncodings);
  app.use(refuseBanned(parts.banOf, parts.trustProxy));
  app.use(limitAtOnce(parts.trustProxy));
  app.use(refuseOddHosts);
  app.use(refuseLongTargets);
  app.use(refuseOddPaths);
  app.use(answerPreflights);
  app.use(limitRequests(router, parts));
  app.use(limitBody(bodies));
  app.use(compress());
  app.use(answerNotModified);
  app.use(router.routes());
  app.use(browserModules(parts.modules));
  app.use(parts.packages.serve(responses));
  app.use(sendPictures(parts.pictures));
  app.use(pagePlaces);
  app.use(operatorFiles(parts.operatorFolder));
  app.use(linkPreviews(parts.links, parts.clientFolder, parts.unexpected));
  const files = pageFiles(parts.clientFolder);
  app.use(files);
  app.use(missingPage(files));
  return app;
}
