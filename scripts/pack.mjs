// Packs one of the published packages as users get it: `node scripts/pack.mjs packages/record [FOLDER]`, after a build.
// The manifest in the repository is for development; the one in the tarball has no workspace dependency, no private
// export condition and no script. Prints the path of the tarball.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Files from elsewhere in the repository that a package brings along, under the same paths, so that their links hold. */
const extras = {
  'bg-record': ['docs/record-format.md', 'docs/examples/verify.py', 'vectors/records'],
};

/** The manifest of the tarball. `repository` is the address in the root's package.json; a package of a fork names the fork. */
export function publishedManifest(manifest, { folder, repository }) {
  const { scripts, devDependencies, private: _, ...published } = manifest;
  const exported = Object.entries(manifest.exports ?? {}).map(([path, { '@anchor/source': __, ...conditions }]) => [
    path,
    conditions,
  ]);
  const addresses = repository && {
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
  return {
    ...published,
    ...addresses,
    author: 'The Anchor contributors',
    exports: Object.fromEntries(exported),
    files: [...manifest.files, ...(extras[manifest.name] ?? [])],
    publishConfig: { access: 'public', provenance: true },
  };
}

/** Writes FOLDER/NAME.tgz and returns its path. The same files give the same bytes. */
export function pack(folder, destination) {
  const source = join(root, folder);
  const manifest = read(join(source, 'package.json'));
  const missing = manifest.files.filter((file) => !existsSync(join(source, file)));
  if (missing.length > 0) throw new Error(`${folder} lacks ${missing.join(', ')}. Run "npm run build" first.`);
  const staging = mkdtempSync(join(tmpdir(), `${manifest.name}-`));
  try {
    for (const file of manifest.files) cpSync(join(source, file), join(staging, file), { recursive: true });
    for (const file of extras[manifest.name] ?? []) cpSync(join(root, file), join(staging, file), { recursive: true });
    const { repository } = read(join(root, 'package.json'));
    const published = publishedManifest(manifest, { folder, repository });
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    mkdirSync(destination, { recursive: true });
    const isWindows = process.platform === 'win32';
    const said = execFileSync('npm', ['pack', '--json', '--pack-destination', staging], {
      cwd: staging,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
    });
    const tarball = resolve(destination, `${manifest.name}.tgz`);
    // the destination may be on another file system, and a server may be reading the old file
    cpSync(join(staging, JSON.parse(said)[0].filename), `${tarball}.new`);
    renameSync(`${tarball}.new`, tarball);
    return tarball;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, destination = join(folder ?? '', 'tarball')] = process.argv.slice(2);
  if (folder === undefined) {
    console.error('usage: node scripts/pack.mjs packages/NAME [FOLDER]');
    process.exit(2);
  }
  console.log(pack(folder, destination));
}
