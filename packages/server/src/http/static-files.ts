import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, Middleware } from 'koa';
import serve from 'koa-static';
import { isRead, keepFiles } from './kept-files.ts';

/** What changes with a release is asked for again each time. */
const revalidated = new Set(['.html', '.js', '.css']);

/** More than the whole page, in every way in which browsers ask for it. */
const PAGE_BYTES = 16 * 1024 * 1024;

/** The files of the page. */
export function pageFiles(folder: string): Middleware {
  return keepFiles(filesIn(folder), PAGE_BYTES);
}

/** The operator's own files, which may come and go. Nearly always another one is wanted: that is found out without waiting for the disk. */
export function operatorFiles(folder: string): Middleware {
  const own = filesIn(folder);
  return (ctx, next) => (isRead(ctx) && mayBeThere(folder) && mayBeIn(folder, ctx.path) ? own(ctx, next) : next());
}

function mayBeIn(folder: string, path: string): boolean {
  const file = join(folder, decodeURIComponent(path));
  return ['', '.br', '.gz'].some((ending) => mayBeThere(file + ending));
}

function mayBeThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // neither there nor missing: what serves files knows what to answer
    return true;
  }
}

function filesIn(folder: string): Middleware {
  return serve(folder, {
    setHeaders: (response, path) => response.setHeader('cache-control', cacheControl(path)),
  });
}

function cacheControl(path: string): string {
  // A text may lie there compressed, as `name.br` or `name.gz`.
  return revalidated.has(extname(path.replace(/\.(?:br|gz)$/, ''))) ? 'no-cache' : 'public, max-age=86400';
}

/**
 * The modules that the server itself runs, built to be imported by a page: /src/rules/index.js, /src/record/index.js, /src/met/index.js.
 * Nothing else is under /src/.
 */
export function browserModules(modules: Readonly<Record<string, string>>): Middleware {
  return (ctx, next) => (ctx.path.startsWith('/src/') ? sendModule(modules, ctx) : next());
}

async function sendModule(modules: Readonly<Record<string, string>>, ctx: Context): Promise<void> {
  const name = /^\/src\/([a-z]+)\/index\.js$/.exec(ctx.path)?.[1] ?? '';
  const file = Object.hasOwn(modules, name) && isRead(ctx) ? modules[name] : undefined;
  const text = file === undefined ? null : await readFile(file).catch(() => null);
  if (text === null) return notFound(ctx);
  ctx.set('cache-control', 'no-cache');
  ctx.type = 'text/javascript';
  ctx.body = text;
}

/** The places of the page: each is an address that can be reloaded or sent to a friend. Any other missing path stays missing. */
const places = [
  /^\/(?:play|puzzle|verify|leaderboard|fairness|volunteers|settings|keys|account|account\/claim|account\/confirm)$/,
  /^\/(?:match|invite|verify|puzzle|player|review)\/[A-Za-z0-9_-]+$/,
  /^\/review\/[A-Za-z0-9_-]+\/\d+$/,
];

/** Lets the page answer for its places when a browser asks for a document. */
export const pagePlaces: Middleware = (ctx, next) => {
  if (isRead(ctx) && ctx.get('accept').includes('text/html') && places.some((place) => place.test(ctx.path))) {
    ctx.vary('accept');
    ctx.path = '/index.html';
  }
  return next();
};

export function notFound(ctx: Context): void {
  ctx.status = 404;
  ctx.body = 'not found';
}
