import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PackageIndex } from '@anchor/wire';
import type { Middleware } from 'koa';
import type { Responses } from './raw-answers.ts';
import { isRead, notFound, tagOf } from './static-files.ts';

/**
 * The npm packages of this build, so that `npx https://HOST/packages/…tgz` runs the programs that fit this server. npx caches a URL for
 * ever, so the index gives each package a URL that changes with its content.
 */
export class PackageFiles {
  readonly index: PackageIndex;
  readonly #tarballs = new Map<string, { readonly bytes: Buffer; readonly tag: string }>();

  /** Reads the tarballs, given as paths by package name. Leaves out those that are not built. */
  constructor(paths: Readonly<Record<string, string>>) {
    const index: Record<string, string> = {};
    for (const [name, path] of Object.entries(paths)) {
      const tarball = readIfThere(path);
      if (tarball === null) continue;
      const digest = createHash('sha256').update(tarball).digest('hex').slice(0, 12);
      index[name] = `/packages/${name}-${digest}.tgz`;
      const file = { bytes: tarball, tag: tagOf(tarball) };
      this.#tarballs.set(index[name], file);
      this.#tarballs.set(`/packages/${name}.tgz`, file);
    }
    this.index = index;
  }

  /** Handles all paths under /packages/. */
  serve =
    (responses: Responses): Middleware =>
    (ctx, next) => {
      if (!ctx.path.startsWith('/packages/')) return next();
      const tarball = isRead(ctx) ? this.#tarballs.get(ctx.path) : undefined;
      if (tarball === undefined) return notFound(ctx);
      ctx.set(
        'cache-control',
        Object.values(this.index).includes(ctx.path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      ctx.etag = tarball.tag;
      ctx.type = 'application/gzip';
      ctx.body = responses.pace(ctx.res, tarball.bytes);
      ctx.length = tarball.bytes.length;
    };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
