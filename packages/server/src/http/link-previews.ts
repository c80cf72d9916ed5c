import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import { PICTURE } from '../domain/links/board-svg.ts';
import type { LinkCard } from '../domain/links/link-cards.ts';
import type { Pictures } from '../domain/links/pictures.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import type { HttpParts, LinkPreviews } from './parts.ts';
import { requestIdOf } from './request.ts';
import { isRead, notFound, tagOf } from './static-files.ts';

/** Serves the pictures behind shared links. */
export function sendPictures(pictures: Pick<Pictures, 'at'>): Middleware {
  return async (ctx, next) => {
    if (!isRead(ctx) || !ctx.path.startsWith('/pictures/')) return next();
    const picture = await pictures.at(ctx.path);
    if (picture === 'not-found') return notFound(ctx);
    if (picture === 'busy') {
      ctx.status = 503;
      ctx.set('retry-after', '5');
      ctx.body = 'too many pictures are being painted';
      return;
    }
    ctx.set('cache-control', 'public, max-age=604800');
    ctx.etag = tagOf(picture.png);
    ctx.type = 'image/png';
    ctx.body = Buffer.from(picture.png.buffer, picture.png.byteOffset, picture.png.byteLength);
  };
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="description" content="[^"]*" ?\/?>/;

/**
 * Answers a page's address with the page, in which title, description and picture are those of the address. Other sites show them where a
 * link is shared. Must come after the operator's own
 * files. If the card cannot be made, the plain page is served.
 */
export function linkPreviews(
  { cards, publicUrl }: LinkPreviews,
  folder: string,
  unexpected: HttpParts['unexpected'],
): Middleware {
  const file = join(folder, 'index.html');
  let page: { readonly text: string; readonly changedMs: number } | null = null;
  const read = async () => {
    const { mtimeMs } = await stat(file);
    if (page?.changedMs !== mtimeMs) page = { text: await readFile(file, 'utf8'), changedMs: mtimeMs };
    return page.text;
  };
  return async (ctx, next) => {
    const path: string | undefined = ctx.path === '/' ? ctx.path : ctx.state.page;
    if (!isRead(ctx) || path === undefined) return next();
    try {
      const card = await cards.at(path);
      if (!card) return next();
      const text = await read();
      const origin = publicUrl === null ? `${ctx.protocol}://${ctx.host}` : publicUrl.replace(/\/$/, '');
      ctx.set('cache-control', 'no-cache');
      ctx.type = 'text/html';
      ctx.body = describe(text, card, { origin, path });
      ctx.etag = createHash('sha256').update(String(ctx.body)).digest('base64url');
    } catch (error) {
      unexpected(error, { reqId: requestIdOf(ctx), method: ctx.method, path });
      return next();
    }
  };
}

function describe(page: string, card: LinkCard, { origin, path }: { origin: string; path: string }): string {
  const title = escapeHtml(card.title);
  const description = escapeHtml(card.description);
  const property = (name: string, value: string) => `<meta property="og:${name}" content="${escapeHtml(value)}" />`;
  const tags = [
    `<meta name="description" content="${description}" />`,
    property('site_name', 'Anchor'),
    property('type', 'website'),
    property('title', card.title),
    property('description', card.description),
    property('url', `${origin}${path}`),
    property('image', `${origin}${card.picture}`),
    property('image:width', String(PICTURE.width)),
    property('image:height', String(PICTURE.height)),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
  // Functions, because a replacement text may contain `$`.
  return page.replace(TITLE, () => `<title>${title}</title>`).replace(DESCRIPTION, () => tags.join('\n    '));
}
