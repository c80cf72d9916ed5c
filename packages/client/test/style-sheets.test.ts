import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** A rule of a style sheet: each of its selectors, the conditions around it, and its declarations. */
interface Rule {
  readonly sheet: string;
  readonly selectors: readonly string[];
  readonly declarations: string;
}

interface Sheet {
  readonly rules: readonly Rule[];
  /** The conditions of `@media`. */
  readonly media: readonly string[];
}

/** Reads a style sheet of this client: no rule stands in another rule. */
function read(sheet: string, css: string): Sheet {
  const rules: Rule[] = [];
  const media: string[] = [];
  const around: string[] = [];
  const plain = css.replace(/\/\*.*?\*\//gs, '');
  for (const [, before = '', brace] of plain.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '{') {
      const head = before.slice(before.lastIndexOf(';') + 1).trim();
      around.push(head);
      if (head.startsWith('@media')) media.push(head.slice('@media'.length).trim());
      continue;
    }
    const head = around.pop() ?? '';
    if (head.startsWith('@') || around.some((one) => one.startsWith('@keyframes'))) continue;
    rules.push({ sheet, selectors: listed(head), declarations: before });
  }
  return { rules, media };
}

/** Splits a list of selectors at the commas outside of parentheses. */
function listed(selectors: string): string[] {
  return selectors.split(/,(?![^(]*\))/).map((one) => one.replace(/\s+/g, ' ').trim());
}

/** Returns the blocks that a selector names: a class up to `__` or `--`. A class that begins with `is-` says a state of any block. */
function blocksOf(selector: string): string[] {
  const classes = [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name.split(/__|--/)[0] ?? '');
  return [...new Set(classes)].filter((name) => !name.startsWith('is-'));
}

/** The drawing of the board is one component in three sheets. */
const componentOf = (sheet: string) => (sheet.startsWith('board/') ? 'board/' : sheet);
const folderOf = (sheet: string) => sheet.slice(0, sheet.lastIndexOf('/') + 1);
const isPage = (sheet: string) => sheet.startsWith('pages/');

type Owners = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the components that own each block: those that name it alone in a selector. A block that is never alone belongs to all that name it. The
 * blocks of shared sheets come first, and beside them a page's block is still alone.
 */
function ownersOf(rules: readonly Rule[]): Owners {
  const ofShared = foundIn(
    rules.filter(({ sheet }) => !isPage(sheet)),
    new Map(),
  );
  return new Map([
    ...ofShared,
    ...foundIn(
      rules.filter(({ sheet }) => isPage(sheet)),
      ofShared,
    ),
  ]);
}

function foundIn(rules: readonly Rule[], known: Owners): Owners {
  const alone = new Map<string, Set<string>>();
  const named = new Map<string, Set<string>>();
  const note = (owners: Map<string, Set<string>>, block: string, sheet: string) =>
    owners.set(block, (owners.get(block) ?? new Set()).add(componentOf(sheet)));
  for (const { sheet, selectors } of rules)
    for (const selector of selectors) {
      const blocks = blocksOf(selector).filter((block) => !known.has(block));
      for (const block of blocks) note(blocks.length === 1 ? alone : named, block, sheet);
    }
  return new Map([...named, ...alone]);
}

/** Says what is wrong with the blocks that the sheets name. */
function faultsOf(rules: readonly Rule[]): string[] {
  const owners = ownersOf(rules);
  const doubles = [...owners].filter(([, sheets]) => sheets.size > 1);
  const ownerOf = (block: string) => [...(owners.get(block) ?? [])][0] ?? '';
  const isStrange = (sheet: string, selector: string) => {
    const named = blocksOf(selector).map(ownerOf);
    // A page styles no element by its name alone: the rule would reach every page.
    if (named.length === 0) return isPage(sheet);
    const isNear = (owner: string) => owner !== '' && (!isPage(owner) || folderOf(owner) === folderOf(sheet));
    return !named.includes(componentOf(sheet)) || !named.every(isNear);
  };
  return [
    ...doubles.map(([block, sheets]) => `.${block} has several sheets: ${[...sheets].join(', ')}`),
    ...rules.flatMap(({ sheet, selectors }) =>
      selectors.filter((one) => isStrange(sheet, one)).map((one) => `${sheet} styles what is not its own: ${one}`),
    ),
  ];
}

/** Phones, tablets and small windows, wide windows. */
const WIDTHS = [560, 860, 1240];
const HEIGHTS = ['(max-height: 520px) and (orientation: landscape)', '(max-height: 800px)', '(min-height: 720px)'];

/** Returns the parts of a media condition that speak of a size and are none of those that all sheets share. */
function strangeSizes(condition: string): string[] {
  const rest = WIDTHS.flatMap((width) => [`(max-width: ${width}px)`, `(min-width: ${width}.02px)`])
    .concat(HEIGHTS)
    .reduce((left, known) => left.replaceAll(known, ''), condition);
  return rest.match(/\([^()]*(?:width|height)\b[^()]*\)/g) ?? [];
}

const COLOURS =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\((?!var\(--hue\))|\b(?:black|white)\b(?!-)/gi;
/** The theme, and the drawing of the board. */
const hasColours = (sheet: string) => /^ui\/theme(?:-rest)?\.css$|^board\//.test(sheet);

const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
const sheets = names.toSorted().map((name) => [name, read(name, readFileSync(join(src, name), 'utf8'))] as const);
const rulesOf = (name: string, css: string) => read(name, css).rules;

describe('style sheets', () => {
  test('SH1 the page has three widths at which its layout changes', () => {
    const strange = sheets.flatMap(([name, { media }]) =>
      media.flatMap((one) => strangeSizes(one).map((size) => `${name}: ${size}`)),
    );
    expect(strange).toEqual([]);
    const text = readFileSync(join(src, 'play/use-media.ts'), 'utf8');
    // The question on the board has a size of its own, which the function explains.
    const queries = [...text.matchAll(/'(\([^']*)'/g)].map(([, query = '']) => query);
    expect(queries.flatMap(strangeSizes)).toEqual(['(min-width: 1000px)', '(min-height: 640px)']);
  });

  test.each([
    ['(max-width: 560px)', 0],
    ['(max-height: 520px) and (orientation: landscape) and (min-width: 560.02px)', 0],
    ['(prefers-reduced-motion: reduce)', 0],
    ['(max-width: 560px) and (min-height: 720px)', 0],
    ['(max-width: 600px)', 1],
    ['(min-width: 860px)', 1],
    ['(width < 560px)', 1],
    ['(max-height: 520px)', 1],
  ])('knows another size: %s', (condition, count) => {
    expect(strangeSizes(condition)).toHaveLength(count);
  });

  test('SH2 each block of class names has one sheet, and the sheet of a page names no block of another page', () => {
    expect(faultsOf(sheets.flatMap(([, { rules }]) => rules))).toEqual([]);
  });

  test.each([
    ['a block in two pages', 'pages/b/b.css', '.list { gap: 0 }'],
    ['a shared block without a block of the page', 'pages/b/b.css', '@media (max-width: 560px) { .card { gap: 0 } }'],
    ['a block of another page', 'pages/b/b.css', '.other .list__row { gap: 0 }'],
    ['an element without a block', 'pages/b/b.css', 'h1 { gap: 0 }'],
    ['a block of a page in a shared sheet', 'ui/other.css', '.card:has(.list) { gap: 0 }'],
    ['a modifier of a shared block', 'pages/b/b.css', '.card--low { gap: 0 }'],
  ])('knows a sheet that styles what is not its own: %s', (_, sheet, css) => {
    const others = [
      ...rulesOf('ui/controls.css', '.card { gap: 0 }'),
      ...rulesOf('pages/a/a.css', '.list { gap: 0 } .list .card, .list__row:is(.card, .list--low) { gap: 0 }'),
      ...rulesOf('pages/b/b.css', '.other, .other__part.is-on { gap: 0 } #app:has(.other) .card { gap: 0 }'),
      ...rulesOf('pages/a/near.css', '.near { gap: 0 } .near .list { gap: 0 }'),
    ];
    expect(faultsOf(others)).toEqual([]);
    expect(faultsOf([...others, ...rulesOf(sheet, css)])).not.toEqual([]);
  });

  test('SH3 colours are in the theme and in the drawing of the board only', () => {
    const strange = sheets
      .filter(([name]) => !hasColours(name))
      .flatMap(([name, { rules }]) =>
        rules.flatMap(({ selectors, declarations }) =>
          (declarations.match(COLOURS) ?? []).map((colour) => `${name}: ${selectors.join(', ')}: ${colour}`),
        ),
      );
    expect(strange).toEqual([]);
  });
});
