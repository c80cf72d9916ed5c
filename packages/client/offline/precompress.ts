import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
/** For smaller files, compression saves less than a packet. */
const LEAST_BYTES = 1_000;

/**
 * Writes `name.br`, the smallest form of each text file of a release, beside it. Otherwise the server would have to
 * compress it at each request, and less well.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: { sequential: true, order: 'post', handler: () => compressAll(folder) },
  };
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (TEXTS.has(extname(name)) && statSync(file).size >= LEAST_BYTES)
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}
