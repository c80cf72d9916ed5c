// Prints measures of our code: functions, files, casts and disabled tests, beside our goals, and the files of each part.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !file.includes('/generated/'));
const isTest = (file) => /(^|\/)(test|e2e)\//.test(file) || /\.(test|config|shared)\.tsx?$/.test(file);
const sources = files.filter((file) => !isTest(file));
const tests = files.filter(isTest);

function parse(file) {
  const text = readFileSync(file, 'utf8');
  return ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

function* functionsOf(source) {
  const stack = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const [from, to] = [node.getStart(source), node.end].map((at) => source.getLineAndCharacterOfPosition(at).line);
      yield {
        name: node.name?.getText(source) ?? '(anonymous)',
        lines: to - from + 1,
        at: `${source.fileName}:${from + 1}`,
      };
    }
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

const count = (names, pattern) =>
  names.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(pattern)?.length ?? 0), 0);
const quantile = (sorted, q) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;

const functions = sources.flatMap((file) => [...functionsOf(parse(file))]).filter((one) => one.lines > 1);
const lengths = functions.map((one) => one.lines).sort((a, b) => a - b);
const fileLengths = sources.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }));
const sortedFiles = fileLengths.map(({ lines }) => lines).sort((a, b) => a - b);
const long = lengths.filter((lines) => lines > 40).length;

const rows = [
  ['functions, median lines', quantile(lengths, 0.5), '≤ 8'],
  ['functions, 9 in 10 within', quantile(lengths, 0.9), '≤ 25'],
  [
    'functions above 40 lines',
    `${((100 * long) / Math.max(1, lengths.length)).toFixed(1)} % (${long} of ${lengths.length})`,
    '≤ 2 %',
  ],
  ['files, median lines', quantile(sortedFiles, 0.5), 'about 120'],
  ['files above 400 lines', fileLengths.filter(({ lines }) => lines > 400).length, '0 but tables'],
  ['any', count(sources, /: any\b|<any>|\bas any\b/g), '0'],
  ['double casts', count(sources, /as unknown as/g), '0, or one with its reason'],
  ['disabled tests', count(tests, /\b(it|test|describe)\.(skip|only|todo)\(/g), '0'],
  [
    'source lines / test lines',
    `${sortedFiles.reduce((a, b) => a + b, 0)} / ${tests.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0)}`,
    '',
  ],
];
for (const [what, ours, goal] of rows) console.log(`${what.padEnd(28)} ${String(ours).padEnd(22)} ${goal}`);
console.log('\nlongest functions');
for (const one of functions.sort((a, b) => b.lines - a.lines).slice(0, 12))
  console.log(`  ${one.lines}  ${one.name}  ${one.at}`);
console.log('longest files');
for (const one of fileLengths.sort((a, b) => b.lines - a.lines).slice(0, 6)) console.log(`  ${one.lines}  ${one.file}`);

/** The files of each part by imports: a package's `src`, e2e or bench. Tests count only in e2e and bench. */
function partOf(file) {
  return /^packages\/([^/]+)\/src\//.exec(file)?.[1] ?? /^(e2e|bench)\//.exec(file)?.[1] ?? null;
}

/** Maps each file of a part to the files of the same part that it imports, types included. */
function importsOf(names) {
  const known = new Set(names);
  return new Map(
    names.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
      const targets = importedFiles.map(({ fileName }) => join(dirname(file), fileName));
      return [file, new Set(targets.filter((target) => known.has(target)))];
    }),
  );
}

/** Returns the strongly connected components with several nodes (Tarjan's algorithm). */
function cyclesOf(graph) {
  const [numbers, lows, stack, found] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    numbers.set(node, numbers.size);
    lows.set(node, numbers.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!numbers.has(next)) visit(next);
      if (stack.includes(next)) lows.set(node, Math.min(lows.get(node), lows.get(next)));
    }
    if (lows.get(node) !== numbers.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    if (component.length > 1) found.push(component);
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return found;
}

function measurePart(names) {
  const imports = importsOf(names);
  const lines = new Map(names.map((file) => [file, readFileSync(file, 'utf8').split('\n').length - 1]));
  const importers = new Map(names.map((file) => [file, 0]));
  const folders = new Map();
  for (const [file, targets] of imports)
    for (const target of targets) {
      importers.set(target, importers.get(target) + 1);
      const [from, to] = [dirname(file), dirname(target)];
      // A folder and the folders inside it are one room: the arrows between them say nothing about other rooms.
      if (from === to || to.startsWith(`${from}/`) || from.startsWith(`${to}/`)) continue;
      folders.set(from, (folders.get(from) ?? new Set()).add(to));
    }
  const sorted = [...lines.values()].sort((a, b) => a - b);
  return {
    files: names.length,
    lines: sorted.reduce((a, b) => a + b, 0),
    median: quantile(sorted, 0.5),
    'one importer': names.filter((file) => importers.get(file) === 1).length,
    'of them < 40 lines': names.filter((file) => importers.get(file) === 1 && lines.get(file) < 40).length,
    'folders in cycles': cyclesOf(folders).flat().length,
  };
}

const parts = new Map();
for (const file of files) {
  const part = partOf(file);
  if (part) parts.set(part, [...(parts.get(part) ?? []), file]);
}
console.log('\nparts: own sources, imports inside the part');
console.table(
  Object.fromEntries(
    [...parts].sort(([a], [b]) => a.localeCompare(b)).map(([name, names]) => [name, measurePart(names)]),
  ),
);
