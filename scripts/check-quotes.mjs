// Finds texts that browser tests look for and no page has, prints where they are, and exits with 1 if there are any.
// Such a test fails only where the browsers run. A quoted text must be part of a text of the packages, but for a few
// words where a template has a place for them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The calls whose first argument is a text of the page, or part of one, and the properties that are one. */
const CALLS = new Set([
  'getByText',
  'getByLabel',
  'getByTitle',
  'getByPlaceholder',
  'button',
  'heading',
  'waitForText',
]);
const PROPERTIES = new Set(['name', 'hasText']);
/** Texts that no page has as one: names of files and tests, and words of two elements of a page. */
const OTHERS = new Set([
  'one process with the embedded file',
  'two processes on PostgreSQL',
  'img src x onerror alert',
  'rated Change',
  'point by resignation',
]);
const WORD = /\p{L}+(?:[’'-]\p{L}+)*/gu;
/** Stands for a place whose words the text does not say. */
const HOLE = '▯';

const files = (...patterns) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/generated/') && existsSync(path));

function* nodesOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const stack = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield { node, source };
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

/** The text of a literal, with holes. Null for a node that is none. */
function textOf(node) {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(HOLE);
}

/** The text that a pattern looks for: what it says literally, with holes. */
function literally(pattern) {
  return pattern
    .replace(/\\u([\dA-F]{4})/gi, ' ')
    .replace(/\\[a-zA-Z]|\[[^\]]*\]|\(\?[:!=]|\.[*+?]|[()|^$?*+]|\{\d+,?\d*\}/g, HOLE)
    .replace(/\\(.)/g, '$1');
}

/** The words of each part of a text. */
const partsOf = (text, at = HOLE) => text.split(at).map((part) => part.match(WORD) ?? []);

/** All parts of all texts, and the parts on both sides of each hole. */
const [written, holes] = [new Set(), []];
for (const path of files('packages/*/src/*')) {
  for (const { node } of nodesOf(path)) {
    const text = textOf(node);
    if (text === null) continue;
    const parts = partsOf(text);
    for (const words of parts) written.add(words.join(' '));
    for (let at = 1; at < parts.length; at += 1) holes.push([parts[at - 1], parts[at]]);
  }
}
const all = [...written].map((text) => ` ${text} `).join('\n');

/** True if a text has these words in this order, or if there are less than two. */
function isWritten(words) {
  const text = words.join(' ');
  return words.length < 2 || OTHERS.has(text) || all.includes(` ${text} `);
}

/** True if the words stand on both sides of this hole, with at most half of them in it. */
function surround([before, after], words) {
  for (let filled = 0; filled <= words.length / 2; filled += 1) {
    for (let from = 0; from + filled <= words.length; from += 1) {
      const [left, right] = [words.slice(0, from), words.slice(from + filled)];
      const ends = left.join(' ') === before.slice(before.length - left.length).join(' ');
      if (ends && right.join(' ') === after.slice(0, right.length).join(' ')) return true;
    }
  }
  return false;
}

/** The text of a page that this node of a test names, or null. */
function quoteOf(node) {
  const text = ts.isRegularExpressionLiteral(node)
    ? literally(node.text.slice(1, node.text.lastIndexOf('/')))
    : textOf(node);
  if (text === null) return null;
  const { parent } = node;
  const isProperty = ts.isPropertyAssignment(parent) && PROPERTIES.has(parent.name.getText());
  const called = ts.isCallExpression(parent) && parent.arguments.includes(node) && parent.expression;
  const name = called && (ts.isPropertyAccessExpression(called) ? called.name.text : called.getText());
  if (!isProperty && !CALLS.has(name)) return null;
  // The targets of kit/windows are patterns written as strings.
  return ts.isRegularExpressionLiteral(node) ? text : literally(text);
}

let quotes = 0;
const faults = [];
for (const path of files('e2e/test/*', 'e2e/kit/*')) {
  for (const { node, source } of nodesOf(path)) {
    const quote = quoteOf(node);
    if (quote === null) continue;
    quotes += 1;
    if (!/\p{L} \p{L}/u.test(quote)) continue;
    for (const part of quote.split(/[▯\d–]+/)) {
      const words = part.match(WORD) ?? [];
      // A page may put together texts that each have a mark at their end.
      const isSaid = isWritten(words) || partsOf(part, /[.,:;!?]/).every(isWritten);
      if (isSaid || holes.some((hole) => surround(hole, words))) continue;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      faults.push(`${path}:${line + 1}: no page says “${words.join(' ')}”: ${node.getText(source)}`);
    }
  }
}
// Otherwise a change of the kit could leave nothing to check.
if (quotes < 500) faults.push(`only ${quotes} quoted texts were found in e2e`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
