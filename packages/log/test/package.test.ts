import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as source from '../src/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const folder = mkdtempSync(join(tmpdir(), 'tlog-kit-package-'));
const elsewhere = join(folder, 'empty');
const installed = join(elsewhere, 'node_modules/tlog-kit');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd = elsewhere): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

// The published package must install alone: the folder is empty, and npm may not ask the registry.
beforeAll(() => {
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }');
  const tarball = run(process.execPath, ['scripts/pack.mjs', 'packages/log', folder], root).trim();
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
});

describe('packed and installed into an empty folder', () => {
  it('has no dependencies and imports nothing', () => {
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies).toBeUndefined();
    const text = readFileSync(join(installed, 'dist/index.js'), 'utf8');
    expect(text).not.toMatch(/^\s*import\b(?!\s*\()/m);
    expect(text).not.toMatch(/\bfrom ['"]node:|(?<![#\w])require\(/);
  });

  it('exports what the source exports', async () => {
    const script = `console.log(JSON.stringify(Object.keys(await import('tlog-kit')).sort()))`;
    const exported = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', script]));
    expect(exported).toEqual(Object.keys(source).sort());
  });

  it('exports every type that its declarations name', () => {
    const text = readFileSync(join(installed, 'dist/index.d.ts'), 'utf8');
    const declared = [...text.matchAll(/^(?:declare )?(?:interface|type|(?:abstract )?class|enum) (\w+)/gm)];
    const exported = new Set(
      [.../^export \{(.*)\};$/m.exec(text)![1]!.matchAll(/\w+(?=,|\s*$)/g)].map(([name]) => name),
    );
    expect(declared.length).toBeGreaterThan(30);
    expect(declared.map(([, name]) => name).filter((name) => !exported.has(name!))).toEqual([]);
  });

  it('has a README whose examples compile strictly and run', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(examples).toHaveLength(3);
    for (const [i, code] of examples.entries()) writeFileSync(join(elsewhere, `example-${i}.ts`), code);
    const files = examples.map((_, i) => `example-${i}.ts`);
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--target', 'es2022'];
    const libraries = ['--lib', 'es2022,dom,dom.iterable'];
    run(process.execPath, [tsc, ...strict, ...libraries, '--module', 'nodenext', ...files]);
    const said = files.map((file) => run(process.execPath, [file.replace('.ts', '.js')]));
    expect(said[0]).toMatch(/entry 0 of 1$/m);
    expect(said[1]).toBe('unavailable\n');
    expect(said[2]).toMatch(/^— witness\.example\/w1 /m);
  });
});

describe('the documentation', () => {
  it('documents every exported function and class', () => {
    const text = readFileSync(join(installed, 'dist/index.d.ts'), 'utf8');
    const undocumented = [...text.matchAll(/(\*\/\n)?declare (?:function|class) (\w+)/g)].filter(
      ([, comment]) => !comment,
    );
    expect(undocumented.map(([, , name]) => name)).toEqual([]);
  });

  it('names only codes that exist, and every code is used', () => {
    const sources = [
      'result.ts',
      ...'ask-witness checkpoint open-checkpoint edge evidence fetching key merkle note policy proof reader tiles tree witness writer'
        .split(' ')
        .map((name) => `${name}.ts`),
    ];
    const texts = sources
      .slice(1)
      .map((file) => readFileSync(fileURLToPath(new URL(`../src/${file}`, import.meta.url)), 'utf8'));
    const unused = source.LOG_CODES.filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });
});
