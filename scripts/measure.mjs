// Prints how our code measures up: functions, files, cycles, casts, disabled tests, beside the figures that we hold ourselves to.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
