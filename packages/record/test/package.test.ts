import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toMat } from '../src/export/mat.ts';
import { validRecord, vectorPath } from './support/vectors.ts';
import { zipOf } from './support/zip.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const folder = mkdtempSync(join(tmpdir(), 'bg-record-package-'));
const elsewhere = join(folder, 'empty');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd = elsewhere): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function node(script: string): string {
  return run(process.execPath, ['--input-type=module', '--eval', script]).trim();
}

// The published packages must install alone: the folder is empty, and npm may not ask the registry.
beforeAll(() => {
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'package.json'), '{ "name": "elsewhere", "private": true, "type": "module" }');
  const tarballs = ['record', 'rules'].map((name) =>
    run(process.execPath, ['scripts/pack.mjs', `packages/${name}`, folder], root).trim(),
  );
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs]);
});

describe('packed and installed into an empty folder', () => {
  it('has no dependencies', () => {
    expect(JSON.parse(run('npm', ['ls', '--all', '--json'])).dependencies).toEqual({
      'bg-record': expect.not.objectContaining({ dependencies: expect.anything() }),
      'bg-rules': expect.not.objectContaining({ dependencies: expect.anything() }),
    });
    const installed = JSON.parse(readFileSync(join(elsewhere, 'node_modules/bg-record/package.json'), 'utf8'));
    expect(installed.dependencies).toBeUndefined();
  });

  it('runs with npx bg-record', () => {
    const said = run('npx', ['--no-install', 'bg-record', 'verify', vectorPath('valid/shortest.json')]);
    expect(said).toContain('player 1 ("Bob") beat player 0 ("Ann")');
  });

  it.each(['bg-record', 'bg-record/browser'])('verifies as a module: %s', (name) => {
    const said = node(`
      import { readFileSync } from 'node:fs';
      import { parseRecordText, verify } from '${name}';
      const read = parseRecordText(readFileSync(${JSON.stringify(vectorPath('valid/shortest.json'))}));
      console.log((await verify(read.value)).ok);
    `);
    expect(said).toBe('true');
  });

  it('imports nothing in its browser entry', () => {
    for (const file of ['index.js', 'browser.js']) {
      const text = readFileSync(join(elsewhere, 'node_modules/bg-record/dist', file), 'utf8');
      expect(text).not.toMatch(/^\s*import\b(?!\s*\()/m);
      expect(text).not.toMatch(/\brequire\(/);
    }
  });

  it('works alongside bg-rules', () => {
    expect(
      node(
        `import { legalPlays, startPosition } from 'bg-rules'; console.log(legalPlays(startPosition(), 0, [3, 1]).length)`,
      ),
    ).toBe('16');
  });

  it('exports every type that its declarations name', () => {
    const folder = join(elsewhere, 'node_modules/bg-record/dist');
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    // A file of its own declares, under short names, the types that two entries share.
    const declared = readdirSync(folder)
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => [...read(file).matchAll(/^(?:declare )?(?:interface|type|(?:abstract )?class|enum) (\w+)/gm)]);
    const exported = new Set(
      ['index.d.ts', 'log.d.ts', 'ratings.d.ts', 'import.d.ts'].flatMap((entry) =>
        [...read(entry).matchAll(/^export \{(.*?)\}/gm)].flatMap(([, list = '']) =>
          [...list.matchAll(/\w+(?=,|\s*$)/g)].map(([name]) => name),
        ),
      ),
    );
    expect(declared.length).toBeGreaterThan(60);
    expect(declared.map(([, name]) => name).filter((name) => !exported.has(name!))).toEqual([]);
  });

  it('has a README whose examples compile strictly and run', () => {
    const readme = readFileSync(join(elsewhere, 'node_modules/bg-record/README.md'), 'utf8');
    const examples = [...readme.matchAll(/```(?:js|ts)\n(.*?)```/gs)].map(([, code = '']) => code);
    expect(examples.length).toBeGreaterThan(1);
    const types = [
      '--typeRoots',
      fileURLToPath(new URL('../../../node_modules/@types', import.meta.url)),
      '--types',
      'node',
    ];
    for (const [i, code] of examples.entries()) writeFileSync(join(elsewhere, `example-${i}.ts`), code);
    const files = examples.map((_, i) => `example-${i}.ts`);
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--target', 'es2022'];
    run(process.execPath, [tsc, ...strict, ...types, '--module', 'nodenext', ...files]);
    copyFileSync(vectorPath('valid/match-3-crawford.json'), join(elsewhere, 'match.json'));
    const mat = toMat(validRecord('match-3-crawford'));
    writeFileSync(join(elsewhere, 'match.mat'), mat);
    writeFileSync(join(elsewhere, 'matches.zip'), zipOf([{ name: 'match.mat', content: mat }]));
    for (const file of files) expect(run(process.execPath, [file.replace('.ts', '.js')])).not.toBe('');
  });

  it('has types that a strict compiler resolves, including libraries', () => {
    writeFileSync(
      join(elsewhere, 'use.ts'),
      `import { type MatchRecord, toMat, type VerifyResult, verify } from 'bg-record';
       import { verify as inBrowser } from 'bg-record/browser';
       import { type Position, startPosition } from 'bg-rules';
       export const start: Position = startPosition();
       export const result: Promise<VerifyResult> = verify({});
       export const again: Promise<VerifyResult> = inBrowser({});
       export const mat = (record: MatchRecord): string => toMat(record);
       // @ts-expect-error a record is not a number: the types are real
       toMat(1);`,
    );
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom'];
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      run(process.execPath, [tsc, ...strict, '--module', module, '--moduleResolution', resolution, 'use.ts']);
    }
  });
});
