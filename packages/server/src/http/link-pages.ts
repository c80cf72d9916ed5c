import type { Context } from 'koa';

/** A small HTML page without external resources. The text is escaped. */
export function linkPage(status: number, title: string, text: string) {
  const style = 'font: 18px/1.6 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1em';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>${title} · Anchor</title>`;
  const body = `<h1>${title}</h1><p>${escaped(text)}</p><p><a href="/">Open Anchor</a></p>`;
  return {
    status,
    html: `<!doctype html><html lang="en"><head>${head}</head><body style="${style}">${body}</body></html>`,
  };
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => marks[mark] ?? '');

/** Answers with such a page, which must not be cached. */
export function answerLinkPage(ctx: Context, { status, html }: ReturnType<typeof linkPage>): void {
  ctx.set('cache-control', 'no-store');
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = html;
}

/** The pages behind mail links. */
export const linkPages = {
  subscribed: linkPage(
    200,
    'You are subscribed',
    'You will get the daily puzzle by mail. Every mail has a link to unsubscribe.',
  ),
  expired: linkPage(400, 'This link has expired', 'Subscription links work for 48 hours. Please ask for a new one.'),
  unsubscribed: linkPage(
    200,
    'You are unsubscribed',
    'You will get no more puzzles by mail. Your rating and your matches do not change.',
  ),
  nothing: linkPage(400, 'There is nothing to unsubscribe', 'No subscription belongs to this link.'),
} as const;
