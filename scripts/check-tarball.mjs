// Reads a packed package: `node scripts/check-tarball.mjs FILE.tgz ...` fails if one holds something that is true in the repository only.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Throws if the manifest says something that only holds in the repository, or a link of a text leads nowhere. */
export function checkContents(tarball) {
  const tar = (...args) => execFileSync('tar', args, { encoding: 'utf8' });
  const files = tar('-tzf', tarball).trim().split('\n');
  const manifest = tar('-xzOf', tarball, 'package/package.json');
  for (const private_ of ['workspace:', '@anchor/'])
    if (manifest.includes(private_)) throw new Error(`${tarball}: package.json contains "${private_}"`);
  for (const text of files.filter((file) => file.endsWith('.md')))
    for (const [, target = ''] of tar('-xzOf', tarball, text).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const path = new URL(target, `file:///${text}`).pathname.slice(1);
      if (!files.some((file) => file === path || file.startsWith(`${path}/`)))
        throw new Error(`${tarball}: ${text} links to ${target}, which is not in the package`);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const tarball of process.argv.slice(2)) checkContents(tarball);
