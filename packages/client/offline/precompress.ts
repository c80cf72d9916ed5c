import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = new Set(['.js', '.css', '.html', '.svg', '.webmanifest']);
/** Below this a compressed file saves less than a packet. */
const LEAST_BYTES = 1_000;

/** Puts beside each text of a release its smallest form, `name.br`: the server would have to compress it anew at each request, and worse. */
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
