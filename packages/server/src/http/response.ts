import type { Context, Middleware, Next } from 'koa';
import * as z from 'zod/mini';
import { escapeHtml } from '../shared/escape-html.ts';
import { receivedText } from './bodies.ts';

/** The type that Koa derives from `json`. Set directly, to save a lookup per answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers with a value that must not be cached. */
export function answerJson(ctx: Context, value: object, status = 200): void {
  // Serialise once: Koa serialises an object body each time its length is read.
  answerWrittenJson(ctx, JSON.stringify(value), status);
}

/** Like `answerJson`, with JSON text. */
export function answerWrittenJson(ctx: Context, written: string | Buffer, status = 200): void {
  ctx.set('cache-control', 'no-store');
  ctx.status = status;
  ctx.set('content-type', JSON_TYPE);
  ctx.body = written;
}

/** Answers with an error text that may be shown to the user. */
export function refuseJson(ctx: Context, status: number, error: string): void {
  answerJson(ctx, { error }, status);
}

/** Parses the body. Returns null when it does not match the schema, or is out of the bounds of its route. */
export function readJsonBody<T>(ctx: Context, schema: z.core.$ZodType<T>): T | null {
  const text = receivedText(ctx.req);
  const read = text === null ? null : z.safeParse(schema, parsed(text));
  return read?.success ? read.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A link of such a page, to a path of this service. */
interface PageLink {
  readonly to: string;
  readonly label: string;
}

/** A small HTML page without external resources. The text and the links are escaped. */
export function linkPage(status: number, title: string, text: string, ...links: readonly PageLink[]) {
  const style = 'font: 18px/1.6 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1em';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>${title} · Anchor</title>`;
  const anchors = [...links, { to: '/', label: 'Open Anchor' }].map(
    ({ to, label }) => `<p><a rel="nofollow" href="${escapeHtml(to)}">${escapeHtml(label)}</a></p>`,
  );
  const body = `<h1>${title}</h1><p>${escapeHtml(text)}</p>${anchors.join('')}`;
  return {
    status,
    html: `<!doctype html><html lang="en"><head>${head}</head><body style="${style}">${body}</body></html>`,
  };
}

/** Answers with such a page, which must not be cached. */
export function answerLinkPage(ctx: Context, { status, html }: ReturnType<typeof linkPage>): void {
  ctx.set('cache-control', 'no-store');
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = html;
}

type MailPath = '/email/verify' | '/email/unsubscribe';

function mailLink(path: MailPath, token: string): string {
  return `${path}?t=${encodeURIComponent(token)}`;
}

/** The page whose buttons stop mails and allow them again. */
function stopLink(token: string): PageLink {
  return { to: `/account/mails#t=${encodeURIComponent(token)}`, label: 'Stop or allow these emails' };
}

/** The pages behind mail links. */
export const linkPages = {
  subscribed: linkPage(
    200,
    'You’re subscribed',
    'You’ll get the daily puzzle by email. Every email has an unsubscribe link.',
  ),
  expired: linkPage(400, 'This link has expired', 'Subscription links work for 48 hours. Please ask for a new one.'),
  unsubscribed: (token: string) =>
    linkPage(200, 'You’re unsubscribed', 'You won’t get any more puzzles by email.', {
      to: mailLink('/email/verify', token),
      label: 'Subscribe again',
    }),
  turns: linkPage(200, 'You’ll get emails about your turns again', 'Every email has an unsubscribe link.'),
  noTurns: (token: string) =>
    linkPage(
      200,
      'You’re unsubscribed',
      'You won’t get any more emails about your turns. Your matches go on, and so do their deadlines.',
      { to: mailLink('/email/verify', token), label: 'Subscribe again' },
    ),
  /** For a program that looks at a valid link before a person opens it. Nothing has changed. */
  notYet: (path: '/email/verify' | '/email/unsubscribe', token: string) =>
    linkPage(200, 'One more step', 'Please confirm: nothing has changed yet.', {
      to: mailLink(path, token),
      label: path === '/email/verify' ? 'Subscribe' : 'Unsubscribe',
    }),
  notValid: linkPage(400, 'This link isn’t valid', 'It isn’t one of our links. Nothing has changed.'),
  unopened: (token: string) =>
    linkPage(
      200,
      'Nothing has changed yet',
      'You can stop emails that others ask for on the next page.',
      stopLink(token),
    ),
  stopped: (token: string) =>
    linkPage(200, 'Never again', 'This address won’t get any more emails that others ask for.', stopLink(token)),
  allowed: (token: string) =>
    linkPage(200, 'Emails are allowed again', 'This address can get emails that others ask for.', stopLink(token)),
  nothing: linkPage(400, 'Nothing to unsubscribe', 'No subscription belongs to this link.'),
} as const;

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
