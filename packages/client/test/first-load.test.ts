import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';

const dist = join(import.meta.dirname, '../dist');

/** The parts that the home page loads after it is drawn, besides those that index.html names. */
const DRAWN_LATER = ['hero-drawing'];
/** The first visit may cost at most 70 kB: the files with their headers, and the server's data. */
const LIMIT_BYTES = 70_000;
/** Upper bound of the headers of an answer of the server, as Chromium reports them. */
const HEADER_BYTES = 620;
/** The list of matches of a new server, with its headers. */
const DATA_BYTES = 540;

const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');
const STATIC = /(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g;

/** Collects the files of a module and of all its static imports, as paths in the build. */
function withImports(path: string, found: Set<string>): void {
  if (found.has(path)) return;
  found.add(path);
  if (!path.endsWith('.js')) return;
  for (const name of named(readFileSync(join(dist, path), 'utf8'), STATIC))
    withImports(join(dirname(path), name), found);
}

/** Returns the files of the parts that are drawn later. The build lists them, with their styles, beside the import. */
function drawnLater(script: string): string[] {
  const all = named(script.match(/m\.f=\[([^\]]*)\]/)?.[1] ?? '', /"([^"]+)"/g);
  return DRAWN_LATER.flatMap((name) => {
    const [, numbers = null] = script.match(new RegExp(`/${name}-[^)]*\\).*?__vite__mapDeps\\(\\[([\\d,]+)\\]`)) ?? [];
    return numbers === null ? [] : numbers.split(',').map((number) => all[Number(number)] ?? '');
  });
}

/** Returns all files of this build that the browser loads to show the home page. */
function firstLoad(): Set<string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const found = new Set(['index.html', 'favicon.svg']);
  const links = named(html, /<(?:script|link)[^>]*?(?:src|href)="\/([^"]+\.(?:js|css))"/g);
  for (const path of links) withImports(path, found);
  for (const path of [...found].filter((path) => path.endsWith('.js'))) {
    for (const part of drawnLater(readFileSync(join(dist, path), 'utf8'))) withImports(part, found);
  }
  return found;
}

/**
 * Returns the modules of a cycle of static imports, or an empty list. A module in a cycle may run before its
 * dependencies.
 */
function circle(): readonly string[] {
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const name of named(readFileSync(join(dist, path), 'utf8'), STATIC)) {
      const found = name.endsWith('.js') ? visit(join(dirname(path), name), [...way, path]) : [];
      if (found.length > 0) return found;
    }
    done.add(path);
    return [];
  };
  for (const name of scripts()) {
    const found = visit(`assets/${name}`, []);
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns true if the evaluation of this module may wait, so that modules which import it wait too. */
function waits(name: string, text: string): boolean {
  const { program, errors } = parseSync(name, text, { sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  let functions = 0;
  let found = false;
  const begin = () => {
    functions += 1;
  };
  const end = () => {
    functions -= 1;
  };
  const see = (isWait: boolean) => {
    found ||= isWait && functions === 0;
  };
  new Visitor({
    FunctionDeclaration: begin,
    FunctionExpression: begin,
    ArrowFunctionExpression: begin,
    'FunctionDeclaration:exit': end,
    'FunctionExpression:exit': end,
    'ArrowFunctionExpression:exit': end,
    AwaitExpression: () => see(true),
    ForOfStatement: (loop) => see(loop.await),
    VariableDeclaration: ({ kind }) => see(kind === 'await using'),
  }).visit(program);
  return found;
}

/** Collects the files of the only script of this name and of all its static imports. */
function loadedWith(name: string): ReadonlySet<string> {
  const roots = scripts().filter((script) => script.startsWith(`${name}-`));
  expect(roots).toHaveLength(1);
  const found = new Set<string>();
  withImports(`assets/${roots[0]}`, found);
  return found;
}

const scripts = () => readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));

describe('the first load of the home page, from the build', () => {
  const files = firstLoad();
  const size = (path: string) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length;

  test('FL1 takes less than 70 kB, compressed and with headers', () => {
    const served = (path: string) => (existsSync(join(dist, `${path}.br`)) ? `${path}.br` : path);
    const sizes = [...files].map((path) => [path, readFileSync(join(dist, served(path))).length] as const);
    const total = sizes.reduce((sum, [, bytes]) => sum + HEADER_BYTES + bytes, DATA_BYTES);
    expect(files.size).toBeGreaterThan(3);
    expect(total, sizes.map(([path, bytes]) => `${path} ${bytes}`).join(', ')).toBeLessThan(LIMIT_BYTES);
  });

  test('FL2 includes the parts that are drawn later', () => {
    for (const name of DRAWN_LATER) expect([...files].filter((path) => path.includes(`/${name}-`))).toHaveLength(1);
    expect([...files].filter((path) => path.endsWith('.css')).length).toBeGreaterThan(1);
  });

  test.each(['match-route', 'create-session', 'de-', 'verify-page', 'review-page', 'engine'])(
    'FL3 does without %s',
    (name) => {
      expect([...files].filter((path) => path.includes(`/${name}`))).toEqual([]);
    },
  );

  test('FL7 has a service worker that needs no other file, because browsers load it as a classic script', () => {
    const worker = readFileSync(join(dist, 'sw.js'), 'utf8');
    expect(worker).toContain('showNotification');
    expect(worker).not.toMatch(/\bimport\b|\bexport\b/);
  });

  test('FL6 has no import cycles', () => {
    expect(circle()).toEqual([]);
  });

  test.each([
    ['const text = await load();', true],
    ['if (true) { for await (const one of all) read(one); }', true],
    ['await using file = open();', true],
    [
      'const read = async () => await load(); class Reader { async read() { for await (const one of all) await one; } }',
      false,
    ],
    ['async function read() { await using file = open(); } const found = "await load()";', false],
  ])('knows a module that waits from one that does not: %s', (text, expected) => {
    expect(waits('example.js', text)).toBe(expected);
  });

  // WebKit may evaluate a module before its dependencies while a dependency waits: its imports are then undefined.
  test('FL8 has no module that waits while it is evaluated', () => {
    const names = scripts();
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => waits(name, readFileSync(join(dist, 'assets', name), 'utf8')))).toEqual([]);
  });

  test('FL9 evaluates no part of the page before the texts in another language are loaded', () => {
    const german = scripts().filter((name) => name.startsWith('de-'));
    expect(german).toHaveLength(1);
    const found = new Set<string>();
    withImports(`assets/${german[0]}`, found);
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const entries = new Set<string>();
    for (const path of named(html, /<script[^>]*?src="\/([^"]+)"/g)) withImports(path, entries);
    expect(entries.size).toBe(1);
    expect([...found]).toEqual([`assets/${german[0]}`, ...entries]);
  });

  // A chunk also takes what its modules import. If the chunk of the log takes the hash functions, each match loads all of it.
  test.each(['match-route', 'create-session', 'signing', 'review-page'])(
    'FL10 %s loads no code of the public log',
    (name) => {
      const logs = scripts().filter((script) => script.startsWith('log-'));
      expect(logs).toHaveLength(1);
      const found = loadedWith(name);
      expect(found.size).toBeGreaterThan(3);
      expect([...found]).not.toContain(`assets/${logs[0]}`);
    },
  );

  // The bundler merges small chunks by size alone: a page of one sentence may end up with the board and its rules.
  test.each([
    ['confirm-page', 20_000],
    ['mails-page', 20_000],
    ['leaderboard-page', 20_000],
    ['invite-page', 20_000],
    ['study-page', 100_000],
    ['match-route', 135_000],
  ])('FL11 %s loads less than %i bytes after the home page', (name, limit) => {
    const own = [...loadedWith(name)].filter((path) => !files.has(path));
    const total = own.reduce((sum, path) => sum + size(path), 0);
    expect(total, own.join(', ')).toBeGreaterThan(100);
    expect(total, own.join(', ')).toBeLessThan(limit);
  });

  test('FL4 has a compressed form beside each text file', () => {
    for (const path of files) {
      const [plain, small] = [readFileSync(join(dist, path)), size(path)];
      if (plain.length >= 1_000) expect(readFileSync(join(dist, `${path}.br`)).length, path).toBeLessThan(small);
    }
  });

  test('FL5 the engine is one file with its weights, of at most 200 kB compressed', () => {
    const names = readdirSync(join(dist, 'assets')).filter((name) => /^engine-[\w-]+\.js$/.test(name));
    expect(names).toHaveLength(1);
    const text = readFileSync(join(dist, 'assets', names[0]!), 'utf8');
    expect(named(text, STATIC)).toEqual([]);
    // Its worker has a policy of its own, so it loads no other script. Firefox does not even report one that is refused.
    expect(text).not.toMatch(/\bimport\s*\(|\bimportScripts\b/);
    expect(size(`assets/${names[0]}`)).toBeLessThan(200_000);
    expect(text.length, 'the weights are in it').toBeGreaterThan(100_000);
  });
});
