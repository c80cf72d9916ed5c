import type { IncomingHttpHeaders } from 'node:http';
import { loginToken, type RouteName } from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import type { HttpParts } from './parts.ts';
import { isSameSecret, queryValue, requestIdOf } from './request.ts';
import { answerJson, answerLinkPage, linkPages, readJsonBody, refuseJson } from './response.ts';

type AccountRoute = Extract<
  RouteName,
  'emailVerify' | 'emailUnsubscribe' | 'emailNever' | 'emailAgain' | 'loginClaim' | 'dailyMailing'
>;

/** Handlers of mail links and of the daily mailing. */
export function accountHandlers(parts: HttpParts): Record<AccountRoute, (ctx: RouterContext) => Promise<void>> {
  const { accounts, subscriptions, turnMails, mailStops } = parts;
  return {
    async emailVerify(ctx) {
      const token = tokenOf(ctx);
      if (!actsOnGet(ctx)) {
        const isValid = (await subscriptions.canVerify(token)) || (await turnMails.has(token));
        answerLinkPage(ctx, isValid ? linkPages.notYet('/email/verify', token) : linkPages.expired);
      } else if (await subscriptions.verify(token)) answerLinkPage(ctx, linkPages.subscribed);
      else answerLinkPage(ctx, (await turnMails.resume(token)) ? linkPages.turns : linkPages.expired);
    },
    async emailUnsubscribe(ctx) {
      const token = tokenOf(ctx);
      if (!actsOnGet(ctx)) {
        const isValid = (await subscriptions.has(token)) || (await turnMails.has(token));
        answerLinkPage(ctx, isValid ? linkPages.notYet('/email/unsubscribe', token) : linkPages.nothing);
      } else if (await subscriptions.unsubscribe(token)) answerLinkPage(ctx, linkPages.unsubscribed(token));
      else answerLinkPage(ctx, (await turnMails.stop(token)) ? linkPages.noTurns(token) : linkPages.nothing);
    },
    async emailNever(ctx) {
      if (ctx.method !== 'POST') return answerStopLink(parts, ctx);
      const token = tokenOf(ctx);
      answerLinkPage(ctx, (await mailStops.stop(token)) ? linkPages.stopped(token) : linkPages.notValid);
    },
    async emailAgain(ctx) {
      if (ctx.method !== 'POST') return answerStopLink(parts, ctx);
      const token = tokenOf(ctx);
      answerLinkPage(ctx, (await mailStops.allow(token)) ? linkPages.allowed(token) : linkPages.notValid);
    },
    async loginClaim(ctx) {
      const read = readJsonBody(ctx, loginToken);
      const claim = read && (await accounts.claim(read.token));
      if (claim) answerJson(ctx, claim);
      else refuseJson(ctx, 400, 'This link has expired or was used already. Please ask for a new one.');
    },
    dailyMailing: (ctx) => startDaily(parts, ctx),
  };
}

/** Only the button of the page acts, because programs that scan mails open links too. */
function answerStopLink({ mailStops }: HttpParts, ctx: RouterContext): void {
  const token = tokenOf(ctx);
  answerLinkPage(ctx, mailStops.isLink(token) ? linkPages.unopened(token) : linkPages.notValid);
}

async function startDaily({ daily, cronKey, unexpected }: HttpParts, ctx: RouterContext): Promise<void> {
  if (cronKey === null || !isSameSecret(cronKeyOf(ctx), cronKey)) return refuseJson(ctx, 403, 'bad key');
  try {
    const report = await daily.run();
    if (report.ok) answerJson(ctx, report.value);
    else refuseJson(ctx, 500, report.message);
  } catch (error) {
    const reqId = requestIdOf(ctx);
    unexpected(error, { reqId, method: ctx.method, path: ctx.path });
    ctx.set('x-request-id', reqId);
    refuseJson(ctx, 500, 'the daily mailing failed; call again to go on');
  }
}

/** Prefers the header, which appears in no access log or process list. The query is for services that cannot set headers. */
function cronKeyOf(ctx: RouterContext): string {
  return ctx.get('x-cron-key') || (queryValue(ctx, 'key') ?? '');
}

function tokenOf(ctx: RouterContext): string {
  return queryValue(ctx, 't') ?? '';
}

interface LinkRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * True if a request for a link in a mail may change something: a person's GET, or the POST of a mail program. HEAD, parts of the page, and
 * what a browser fetches before its user has opened the link change nothing.
 */
export function actsOnGet({ method, headers }: LinkRequest): boolean {
  if (method === 'POST') return true;
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz'], headers['x-purpose']].flat();
  const isAhead = purposes.some((purpose) => /\b(?:prefetch|prerender|preview)\b/i.test(purpose ?? ''));
  return method === 'GET' && headers.range === undefined && !isAhead;
}
