import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchWinningChance } from '../src/equity.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-met-package-'));
const elsewhere = join(folder, 'empty');
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
  const tarball = run(
    process.execPath,
    ['scripts/pack.mjs', 'packages/met', folder],
    fileURLToPath(new URL('../../../', import.meta.url)),
  ).trim();
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
});

test('packed and installed into an empty folder, it has no dependencies and gives the same results', () => {
  expect(Object.keys(JSON.parse(run('npm', ['ls', '--all', '--json'])).dependencies)).toEqual(['bg-met']);
  const installed = JSON.parse(readFileSync(join(elsewhere, 'node_modules/bg-met/package.json'), 'utf8'));
  expect(installed.dependencies).toBeUndefined();
  const script = `
    import { matchWinningChance } from 'bg-met';
    console.log(matchWinningChance(7, 5, { crawford: false, postCrawford: false }));`;
  const said = run(process.execPath, ['--input-type=module', '--eval', script]);
  expect(Number(said)).toBe(matchWinningChance(7, 5, { crawford: false, postCrawford: false }));
});
