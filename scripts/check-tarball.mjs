// Reads a packed package: `node scripts/check-tarball.mjs FILE.tgz ...` fails if one holds something that is true in the repository only.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Throws if the manifest says something that only holds in the repository, or a text links to or names a file that is not in the package. */
export function checkContents(tarball) {
  const tar = (...args) => execFileSync('tar', args, { encoding: 'utf8' });
  const files = tar('-tzf', tarball).trim().split('\n');
  const manifest = tar('-xzOf', tarball, 'package/package.json');
  for (const private_ of ['workspace:', '@anchor/'])
    if (manifest.includes(private_)) throw new Error(`${tarball}: package.json contains "${private_}"`);
  const has = (path) => files.some((file) => file === path || file.startsWith(`${path}/`));
  for (const name of files.filter((file) => file.endsWith('.md'))) {
    const text = tar('-xzOf', tarball, name);
    for (const [, target = ''] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const path = new URL(target, `file:///${name}`).pathname.slice(1);
      if (!has(path)) throw new Error(`${tarball}: ${name} links to ${target}, which is not in the package`);
    }
    if (name !== 'package/README.md') continue;
    for (const [, path = ''] of text.matchAll(/`((?:[\w.-]+\/)+[\w-]+\.\w+)`/g))
      if (!has(`package/${path}`)) throw new Error(`${tarball}: ${name} names ${path}, which is not in the package`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const tarball of process.argv.slice(2)) checkContents(tarball);
