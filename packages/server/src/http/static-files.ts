import { createHash } from 'node:crypto';
import { ReadStream, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pagePattern, pages } from '@anchor/wire';
import type { Context, Middleware } from 'koa';
import serve from 'koa-static';
import { LRUCache } from 'lru-cache';
import { ENGINE_POLICY } from './security-headers.ts';

/** Files that may change with a release and must be revalidated. */
const revalidated = new Set(['.html', '.js', '.css']);

/** Capacity of the cache: more than the whole page in every coding. */
const PAGE_BYTES = 16 * 1024 * 1024;

/** The file of the engine's worker, possibly compressed. The build of the page gives this name to no other file. */
const ENGINE_FILE = /[\\/]assets[\\/]engine-[\w-]+\.js(?:\.br|\.gz)?$/;

/** Serves the files of the page, and the engine's worker with the policy that lets it run WebAssembly. */
export function pageFiles(folder: string): Middleware {
  const files = filesIn(folder, (response, path) => {
    if (ENGINE_FILE.test(path)) response.setHeader('content-security-policy', ENGINE_POLICY);
  });
  return cacheFiles(files, PAGE_BYTES);
}

/** Serves the operator's overrides, which may change at runtime. Most requests have none, so check for existence synchronously first. */
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
    // Existence is unknown, for example because of permissions. The file server decides how to answer.
    return true;
  }
}

function filesIn(folder: string, setMore?: (response: ServerResponse, path: string) => void): Middleware {
  return serve(folder, {
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControl(path));
      setMore?.(response, path);
    },
  });
}

function cacheControl(path: string): string {
  // A text file may be stored compressed, as `name.br` or `name.gz`.
  return revalidated.has(extname(path.replace(/\.(?:br|gz)$/, ''))) ? 'no-cache' : 'public, max-age=86400';
}

/** Serves the modules that pages may import: /src/rules/index.js, /src/record/index.js and /src/met/index.js. */
export function browserModules(modules: Readonly<Record<string, string>>): Middleware {
  const readers = new Map(Object.entries(modules).map(([name, file]) => [`/src/${name}/index.js`, moduleAt(file)]));
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/src/')) return next();
    const module = isRead(ctx) ? await readers.get(ctx.path)?.() : null;
    if (!module) return notFound(ctx);
    ctx.set('cache-control', 'no-cache');
    ctx.etag = module.tag;
    ctx.type = 'text/javascript';
    ctx.body = module.bytes;
  };
}

/** Reads a module that may be built again while the service runs. Resolves to null while there is none. */
function moduleAt(file: string) {
  let module: { readonly changedMs: number; readonly bytes: Buffer; readonly tag: string } | null = null;
  return async () => {
    try {
      const { mtimeMs } = await stat(file);
      if (module?.changedMs === mtimeMs) return module;
      const bytes = await readFile(file);
      module = { changedMs: mtimeMs, bytes, tag: tagOf(bytes) };
      return module;
    } catch {
      return null;
    }
  };
}

/** The entity tag of a file. It is weak, because an answer may be compressed. */
export function tagOf(bytes: Uint8Array): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** The page's client-side routes. Any other missing path is answered with 404. The file server itself answers `/`. */
const places = Object.values<readonly string[]>(pages)
  .flat()
  .filter((address) => address !== '/')
  .map(pagePattern);

/**
 * Serves the page for its client-side routes: to browsers, and to programs that accept any type, such as those that make
 * previews of links.
 */
export const pagePlaces: Middleware = (ctx, next) => {
  const accept = ctx.get('accept');
  const isWanted = accept === '' || accept.includes('text/html') || accept.includes('*/*');
  if (!isRead(ctx) || !places.some((place) => place.test(ctx.path))) return next();
  // The answer to others, 404, must not be cached for browsers.
  ctx.vary('accept');
  if (isWanted) {
    // For `linkPreviews`.
    ctx.state.page = ctx.path;
    ctx.path = PAGE;
  }
  return next();
};

const PAGE = '/index.html';

/** The first segments of addresses that are never pages. */
const NO_PAGE = /^\/(?:api|assets|records|src|worker)(?:\/|$)/;

/**
 * Answers with 404. A browser that opens an address that looks like a page's also gets the page, which says that there is
 * no such page and links to the others.
 */
export function missingPage(page: Middleware): Middleware {
  return async (ctx) => {
    if (isRead(ctx) && !ctx.path.includes('.') && !NO_PAGE.test(ctx.path)) {
      ctx.vary('accept');
      if (ctx.get('accept').includes('text/html')) {
        ctx.path = PAGE;
        await page(ctx, async () => undefined);
      }
    }
    if (ctx.body) ctx.status = 404;
    else notFound(ctx);
  };
}

export function notFound(ctx: Context): void {
  ctx.status = 404;
  ctx.body = 'not found';
}

/** Headers stored with a cached file. */
const fields = [
  'content-type',
  'content-encoding',
  'last-modified',
  'cache-control',
  'content-security-policy',
] as const;

/** A cached response. */
interface Answered {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Size of an entry without its body. Counted, because one path can be written in many ways. */
const ENTRY_BYTES = 1024;

/**
 * Caches the responses of `serve` in memory, `maxBytes` in total, by path and accepted codings. Only for a folder that does not change while
 * the service runs.
 */
function cacheFiles(serve: Middleware, maxBytes: number): Middleware {
  const kept = new LRUCache<string, Answered>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
  });
  return async (ctx, next) => {
    const id = `${readable(ctx)} ${ctx.path}`;
    const known = isRead(ctx) ? kept.get(id) : undefined;
    if (known) return answer(ctx, known);
    await serve(ctx, next);
    const { body } = ctx;
    if (!(body instanceof ReadStream) || ctx.response.length > maxBytes) return;
    const read = await buffer(body);
    ctx.body = read;
    kept.set(id, { headers: headersOf(ctx), body: read });
  };
}

function answer(ctx: Context, { headers, body }: Answered): void {
  for (const [name, value] of headers) ctx.res.setHeader(name, value);
  ctx.body = body;
}

/** The codings that `serve` may choose. Not the raw header, of which a client can send endless variants. */
function readable(ctx: Context): string {
  return ['br', 'gzip'].filter((encoding) => ctx.acceptsEncodings(encoding, 'identity') === encoding).join();
}

function headersOf({ res }: Context): (readonly [string, string])[] {
  return fields.flatMap((name) => {
    const value = res.getHeader(name);
    return value === undefined ? [] : [[name, String(value)] as const];
  });
}

/** True if the method may be answered with a file. */
export function isRead({ method }: Pick<Context, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
