// Checks the documents: cited ids against the titles of tests, named files and links against the files, the length of
// lines, and the prose against a few words that hide the actor. Prints each fault with its place and exits with 1 if
// there is one. With the word `ids` it prints the prefixes of the tests' ids instead, each with its highest number.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
/** Documents that cite the ids of tests. */
const CITING = ['docs/threat-model.md', 'SECURITY.md'];
/** Table rows cannot be wrapped. Other lines are either wrapped at 100 columns or one sentence. */
const MAX_COLUMNS = 200;

// New files that are not committed yet count, deleted ones do not. The clone may belong to another user.
const LIST = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', LIST, { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && existsSync(file));
const read = (file) => readFileSync(file, 'utf8');
const faults = [];
const ID = '[A-Z]{1,3}\\d+(?:\\.\\d+)?[a-z]?';

/** Returns each match of a pattern in a text, with the number of its line. */
const find = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => ({ match, line: text.slice(0, match.index).split('\n').length }));

/** Returns a map from id to places, where a place is "file:line". */
function places(names, pattern) {
  const all = new Map();
  for (const file of names)
    for (const { match, line } of find(read(file), pattern))
      all.set(match[1], [...(all.get(match[1]) ?? []), `${file}:${line}`]);
  return all;
}

/** Returns the places of each id. */
function findIds() {
  const tests = files.filter((file) => /(^|\/)(test|e2e)\/.*\.tsx?$/.test(file));
  // A title is the first argument of `it`, `test` or `describe`, or of what `it.each(…)` returns.
  return places(tests, new RegExp(`(?:\\b(?:it|test|describe)(?:\\.\\w+)*|\\))\\(\\s*['"\`](${ID}) `, 'g'));
}

function printPrefixes() {
  const highest = new Map();
  for (const id of findIds().keys()) {
    const [, prefix, number] = /^([A-Z]+(?:\d+\.)?)(\d+)/.exec(id);
    highest.set(prefix, Math.max(highest.get(prefix) ?? 0, Number(number)));
  }
  console.log(
    [...highest]
      .map(([prefix, number]) => `${prefix}${number}`)
      .sort()
      .join(' '),
  );
}

/** An id belongs to one test, and each cited id to a test. */
function checkIds() {
  const titles = findIds();
  for (const [id, at] of titles)
    if (at.length > 1)
      faults.push(
        `${at.join(', ')}: ${id} is the id of ${at.length} tests: give the newer one a free id (npm run x -- check-docs ids)`,
      );
  for (const [id, at] of places(CITING, new RegExp(`\\b(?!UTF8\\b)(${ID})\\b`, 'g')))
    if (!titles.has(id)) faults.push(`${at[0]}: the title of no test begins with ${id}`);
}

/** The first change that CONTRIBUTING.md describes adds a roll to texts of a test. */
function checkFirstChange() {
  const test = read('packages/client/test/puzzle-share.test.ts');
  for (const { match, line } of find(read('CONTRIBUTING.md'), /`([^`]+) \(3-1\)`/g))
    if (!test.includes(match[1]))
      faults.push(`CONTRIBUTING.md:${line}: puzzle-share.test.ts does not have "${match[1]}"`);
}

/** The table of settings is the one that their schema makes. */
function checkSettings() {
  const script = [
    '--import',
    'tsx',
    '--conditions=@anchor/source',
    'packages/server/scripts/make-settings.ts',
    '--check',
  ];
  const { status, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' });
  if (status !== 0) faults.push(stderr.trim());
}

/**
 * Each route has a test that names its address. Tests of all routes at once do not count, because they know nothing of
 * what a single route answers.
 */
function checkRoutes() {
  const tests = files.filter((file) => /^(packages\/server\/test|e2e\/test)\/.*\.ts$/.test(file)).map(read);
  for (const path of Object.keys(JSON.parse(read('docs/openapi.json')).paths)) {
    const [, ...parts] = path.split('/').map((part) => part.replaceAll('.', '\\.'));
    const address = parts.map((part) => part.replace(/\{\w+\}/, '(?:\\$\\{[^}]+\\}|[^/\\s\'"`?]+)')).join('/');
    const named = new RegExp(`[/'"\`}]${address}(?![\\w/-])`);
    if (!tests.some((text) => named.test(text))) faults.push(`docs/openapi.json: no test requests ${path}`);
  }
}

/** Returns the anchor of a heading, as code hosts derive it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (file) => new Set(find(read(file), /^#+ (.+)$/gm).map(({ match }) => anchorOf(match[1])));

function checkLinks(file, text) {
  for (const { match, line } of find(text, /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
    const [, path, anchor] = match;
    const target = path ? normalize(join(dirname(file), path)) : file;
    if (!existsSync(target)) faults.push(`${file}:${line}: ${path} does not exist`);
    else if (anchor && !anchorsOf(target).has(anchor)) faults.push(`${file}:${line}: ${target} has no #${anchor}`);
  }
}

const TOP = /^(packages|docs|e2e|bench|scripts|deploy|vectors|prisma|\.ci)\//;
const SOURCE = /\.(ts|tsx|mjs)$/;
const MADE = /(^|\/)(\.results|dist|tarball|generated|node_modules)(\/|$)/;

/** Tells if a name in backticks is a tracked file or folder. Sources may be named by the end of their path. */
function exists(name) {
  const path = name.replace(/\/$/, '');
  if (path.includes('*')) {
    const pattern = new RegExp(`^${path.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}(/|$)`);
    return files.some((file) => pattern.test(file));
  }
  return files.some(
    (file) => file === path || file.startsWith(`${path}/`) || (SOURCE.test(path) && file.endsWith(`/${path}`)),
  );
}

function checkNames(file, text) {
  for (const { match, line } of find(text, /`(\.?[\w@*-][\w@.*/-]*)`/g)) {
    const [, name] = match;
    if ((TOP.test(name) || SOURCE.test(name)) && !MADE.test(name) && !exists(name))
      faults.push(`${file}:${line}: ${name} does not exist`);
  }
}

/** Code blocks, and parts that scripts generate, may have longer lines. */
function checkLines(file, text) {
  let [isCode, isGenerated] = [false, false];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    if (/^<!-- [\w-]+: (made by|end)/.test(line)) isGenerated = line.includes(': made by');
    if (!isCode && !isGenerated && line.length > MAX_COLUMNS && !/^\s*\|/.test(line))
      faults.push(`${file}:${index + 1}: ${line.length} columns, at most ${MAX_COLUMNS}`);
  }
}

/** Actors without a name, and pronouns that leave out half of the players. */
const UNNAMED = /\b(nobody|somebody|whoever|everybody|anybody|he|his|him)\b/i;
/** A clause without its subject, which a reader has to supply. */
const HEADLESS = /(?:^|[.!;:] |\| )(?:What|Whether|Whoever|Who|Where) [a-z][^?]*$/;

function checkWords(file, text) {
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode || line.startsWith('#')) continue;
    const prose = line.replaceAll(/`[^`]*`/g, '');
    const [word] = UNNAMED.exec(prose) ?? HEADLESS.exec(prose) ?? [];
    if (word) faults.push(`${file}:${index + 1}: say it plainly: "${word.trim()}"`);
  }
}

/** Commands that take one of our packages from npm by its name alone. A stranger could publish something under that name. */
const FROM_NPM =
  /\b(?:npx|npm (?:install|i|exec|add)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx)(?: -[\w-]+)* (?:bg-[a-z]+|tlog-kit)\b/g;
/** Texts that users read: documents, texts of the page, and what commands print. */
const READ =
  /\.md$|^packages\/(?:client\/src\/strings|record\/src\/cli|worker\/src|server\/src\/commands)\/|^deploy\/|^docs\/examples\//;

function checkCommands(file, text) {
  for (const { match, line } of find(text, FROM_NPM))
    faults.push(
      `${file}:${line}: "${match[0]}" takes a package from npm that is not there: name the address of a server's package`,
    );
}

if (process.argv[2] === 'ids') {
  printPrefixes();
  process.exit();
}
checkIds();
checkFirstChange();
checkSettings();
checkRoutes();
for (const file of files.filter((name) => READ.test(name))) checkCommands(file, read(file));
for (const file of files.filter((name) => name.endsWith('.md'))) {
  const text = read(file);
  checkLinks(file, text);
  checkWords(file, text);
  // The changelog names files of earlier versions.
  if (file !== 'CHANGELOG.md') checkNames(file, text);
  checkLines(file, text);
}
for (const fault of faults) console.error(fault);
console.log(`${faults.length} faults in the documents`);
if (faults.length > 0) process.exit(1);
