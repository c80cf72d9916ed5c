/** What a link of a mail leads to: a small page that needs nothing from elsewhere. */
function page(status: number, title: string, text: string) {
  const style = 'font: 18px/1.6 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1em';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>${title} · Anchor</title>`;
  const body = `<h1>${title}</h1><p>${text}</p><p><a href="/">To Anchor</a></p>`;
  return {
    status,
    html: `<!doctype html><html lang="en"><head>${head}</head><body style="${style}">${body}</body></html>`,
  };
}

export const linkPages = {
  subscribed: page(
    200,
    'You are subscribed',
    'The daily puzzle will come by mail. Every mail has a link that ends it.',
  ),
  expired: page(400, 'This link has expired', 'Links to subscribe work for 48 hours. Please ask for a new one.'),
  unsubscribed: page(
    200,
    'You are unsubscribed',
    'No more puzzles by mail. Your rating and your matches stay as they are.',
  ),
  nothing: page(400, 'There is nothing to unsubscribe', 'No subscription belongs to this link.'),
} as const;

export type LinkPage = keyof typeof linkPages;
