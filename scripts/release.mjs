// `npm run x -- release`: packs the published packages, checks every tarball as its users will meet it, and says how to publish.
// It publishes nothing. The results are in release/.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkContents } from './check-tarball.mjs';
import { pack } from './pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const destination = join(root, 'release');
const shell = process.platform === 'win32';
/** Run on demand: they are no part of an installation that only serves. */
const PUBLINT = 'publint@0.3.25';
const ATTW = '@arethetypeswrong/cli@0.18.5';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The packages that are not private, those first that others need for development. */
function publishedFolders() {
  const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`);
  return folders.filter((folder) => !read(join(root, folder, 'package.json')).private);
}

function run(command, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** Installs the tarball alone in an empty folder without a registry, imports every export and starts every program. */
function checkAlone(tarball, { name, exports, bin }) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-alone-`));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], folder);
    for (const path of Object.keys(exports)) {
      const script = `const all = await import('${name}${path.slice(1)}'); if (Object.keys(all).length === 0) process.exit(1);`;
      run(process.execPath, ['--input-type=module', '--eval', script], folder);
    }
    for (const program of Object.keys(bin ?? {})) run('npx', ['--no-install', program, '--help'], folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

rmSync(destination, { recursive: true, force: true });
mkdirSync(destination);
const published = publishedFolders().map((folder) => {
  const manifest = read(join(root, folder, 'package.json'));
  const tarball = pack(folder, destination);
  checkContents(tarball);
  run('npx', ['--yes', PUBLINT, '--strict', tarball]);
  run('npx', ['--yes', ATTW, '--profile', 'esm-only', tarball]);
  checkAlone(tarball, manifest);
  console.log(
    `${manifest.name} ${manifest.version}: release/${manifest.name}.tgz is complete, installs alone and runs`,
  );
  return manifest;
});

const { repository } = read(join(root, 'package.json'));
console.log(`
To publish, for each package, from a CI job that may ask its host for an identity token (npm signs where it was built):
${published.map(({ name }) => `  npm publish release/${name}.tgz --access public --provenance`).join('\n')}
Then tag the commit ${published.map(({ version }) => `v${version}`)[0]}. Publish them all together: their versions go together.`);
if (repository === undefined)
  console.log(`
package.json names no "repository". npm refuses --provenance without it: set it to the https address of the repository first.`);
