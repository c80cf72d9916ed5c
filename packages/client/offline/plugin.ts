import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'sw.js';

/** Builds the service worker beside the page and passes it the list of files of this release. */
export function offlineShell(): Plugin {
  let folder = '';
  return {
    name: 'offline-shell',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: new URL('worker.ts', import.meta.url).pathname, fileName: NAME });
    },
    closeBundle: () => tellRelease(folder),
  };
}

function tellRelease(folder: string): void {
  const worker = join(folder, NAME);
  const files = filesOf(folder).filter((file) => file !== worker);
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(folder, file)).update(readFileSync(file));
  const paths = files.map((file) => `/${relative(folder, file)}`).filter((path) => path !== '/index.html');
  const text = readFileSync(worker, 'utf8')
    .replaceAll('__FILES__', JSON.stringify(paths))
    .replaceAll('__RELEASE__', JSON.stringify(hash.digest('hex').slice(0, 16)));
  writeFileSync(worker, text);
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
