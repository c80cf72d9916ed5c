// Finds two habits that make this code hard to read, prints where they are, and exits with 1 if there are any:
// - a sentence of a comment or of a test title that begins with What, Whether, Who or Where and is not a question, or
//   with That and a clause. "Whether the match is live." is a headless clause: "Returns true if the match is live."
// - an object literal that is spread at once, `...{ a, b },`, which only keeps the formatter from breaking lines.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const clauseAfterThat =
  'the|a|an|it|he|she|they|we|no|every|each|all|nobody|somebody|there|its|their|what|who|whoever|one|both';
const headless = new RegExp(
  `^(?:(?:What|Whatever|Whether|Who|Whom|Whose|Whoever|Where|Wherever)|That (?:${clauseAfterThat}))\\b`,
);
/** Words of a test title before its sentence: an id such as `WH1` or `H2.1a`. */
const testId = /^[A-Z]{1,4}\d[\w.]*:? /;
const testCalls = new Set(['it', 'test', 'describe', 'describeUpgrade']);

/** Yields the text and the position of each comment of a file. Comments in one block of `//` lines are joined. */
function* commentsOf(source) {
  const { text } = source;
  const seen = new Set();
  const ranges = [];
  const visit = (node) => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) add(range);
      for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) add(range);
    }
    for (const child of node.getChildren(source)) visit(child);
  };
  const add = (range) => {
    if (seen.has(range.pos)) return;
    seen.add(range.pos);
    ranges.push(range);
  };
  visit(source);
  ranges.sort((a, b) => a.pos - b.pos);
  for (let at = 0; at < ranges.length; at += 1) {
    const { pos } = ranges[at];
    while (
      ranges[at].kind === ts.SyntaxKind.SingleLineCommentTrivia &&
      ranges[at + 1]?.kind === ts.SyntaxKind.SingleLineCommentTrivia &&
      /^\r?\n[ \t]*$/.test(text.slice(ranges[at].end, ranges[at + 1].pos))
    )
      at += 1;
    yield { pos, text: text.slice(pos, ranges[at].end) };
  }
}

/** Yields the titles of the tests of a file, without their ids. */
function* titlesOf(source) {
  const stack = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isCallExpression(node) && testCalls.has(node.expression.getText(source).split('.')[0])) {
      const [title] = node.arguments;
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        yield { pos: title.getStart(source), text: title.getText(source).slice(1, -1).replace(testId, '') };
    }
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

function* wrappedSpreadsOf(source) {
  const stack = [source];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) yield node.getStart(source);
    ts.forEachChild(node, (child) => void stack.push(child));
  }
}

/** The sentences of a comment: its paragraphs and list items, cut at full stops, colons left whole. */
function sentencesOf(comment) {
  return comment
    .replace(/^\/\*+|\*\/$/g, '')
    .replace(/^\s*(?:\*|\/\/)+ ?/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?]["')]?) (?=[A-Z`"'(])/))
    .map((sentence) => sentence.replace(/^\s*(?:[-–]|\d+\.|@\w+(?: \w+)?)\s+/, '').trim())
    .filter((sentence) => sentence !== '');
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file && !file.includes('/generated/'));
const found = [];
let sentences = 0;
for (const file of files) {
  const kind = file.endsWith('.mjs') ? ts.ScriptKind.JS : file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
  const report = (pos, what) => found.push(`${file}:${source.getLineAndCharacterOfPosition(pos).line + 1}: ${what}`);
  for (const part of [...commentsOf(source), ...titlesOf(source)]) {
    for (const sentence of sentencesOf(part.text)) {
      sentences += 1;
      if (headless.test(sentence) && !sentence.endsWith('?')) report(part.pos, `headless sentence: ${sentence}`);
    }
  }
  for (const pos of wrappedSpreadsOf(source)) report(pos, 'object literal spread at once');
}
for (const line of found) console.error(line);
const count = (what) => found.filter((line) => line.includes(what)).length;
console.log(
  `${count(': headless sentence: ')} of ${sentences} sentences headless, ${count(': object literal spread')} wrapped spreads`,
);
process.exit(found.length > 0 ? 1 : 0);
