// Checks what changed since the last commit, or since --since REF: formatter and linter for the changed files, types for
// the packages of these files and for all that import them, the documents, and the texts that browser tests quote. `npm test`
// checks everything. --fix formats the changed files.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const options = { since: { type: 'string', default: 'HEAD' }, fix: { type: 'boolean', default: false } };
const { since, fix } = parseArgs({ options }).values;

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status === 0) return stdout.split('\n').filter(Boolean);
  console.error(stderr.trim());
  process.exit(2);
};
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];

/** Folders with a tsconfig.json, each with the folders whose sources it imports. */
const imports = new Map([
  ['e2e', [...readdirSync('packages').map((name) => `packages/${name}`)]],
  ['bench', ['e2e', ...readdirSync('packages').map((name) => `packages/${name}`)]],
]);
const names = new Map();
for (const name of readdirSync('packages')) {
  const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
  names.set(manifest.name, `packages/${name}`);
  imports.set(`packages/${name}`, Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }));
}
// The build for reading saved records offline has a configuration of its own, and imports the page's sources.
imports.set('packages/client/offline', ['packages/client']);
const isOf = (file, folder) => file.startsWith(`${folder}/`);
/** True if a folder, or one that it imports, has a changed file that the compiler reads. */
function isTouched(folder, seen = new Set()) {
  if (seen.has(folder)) return false;
  seen.add(folder);
  const own = changed.some((file) => isOf(file, folder) && /\.(tsx?|json)$/.test(file));
  return own || (imports.get(folder) ?? []).some((name) => isTouched(names.get(name) ?? name, seen));
}
const touchesAll = changed.some((file) => /^(tsconfig\.base\.json|package\.json|pnpm-lock\.yaml)$/.test(file));
const folders = [...imports.keys()].filter((folder) => touchesAll || isTouched(folder));

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The compiler keeps its last result beside the installed packages, and checks again only what a change affects. */
async function checkTypes(folder) {
  const kept = `node_modules/.cache/types/${basename(folder)}.tsbuildinfo`;
  const native = 'node_modules/typescript-native/bin/tsc';
  return run([native, '--noEmit', '-p', folder, '--incremental', '--tsBuildInfoFile', kept]);
}

async function checkFormat() {
  const files = changed.filter((file) => existsSync(file));
  if (files.length === 0) return { code: 0, output: '' };
  const words = ['check', '--no-errors-on-unmatched', '--colors=off', ...(fix ? ['--write'] : []), ...files];
  return run(['node_modules/@biomejs/biome/bin/biome', ...words]);
}

mkdirSync('node_modules/.cache/types', { recursive: true });
const start = performance.now();
const scripts = ['scripts/check-docs.mjs', 'scripts/check-quotes.mjs'];
const tasks = [
  checkFormat,
  ...folders.map((folder) => () => checkTypes(folder)),
  ...(changed.length > 0 ? scripts.map((script) => () => run([script])) : []),
];
let failed = 0;
/** Lines that are printed already: an error stands in the output of each folder that reads its file. */
const printed = new Set();
/** Runs tasks one after another. There are as many such queues as processors. */
async function work() {
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    const { code, output } = await task();
    if (code === 0) continue;
    failed += 1;
    const lines = output.split('\n').filter((line) => line && !printed.has(line));
    for (const line of lines) printed.add(line);
    if (lines.length > 0) console.log(lines.join('\n'));
  }
}
await Promise.all(cpus().map(work));
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${changed.length} changed files, types of ${folders.length} folders, ${seconds} s: ${failed === 0 ? 'good' : 'faults'}`,
);
process.exit(failed === 0 ? 0 : 1);
