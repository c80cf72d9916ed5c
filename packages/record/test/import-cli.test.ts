import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { toMat } from '../src/export/mat.ts';
import { bgRecord, STACK_TRACE } from './support/cli.ts';
import { validRecord } from './support/vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-record-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const whole = file('whole.mat', toMat(validRecord('match-3-crawford')));
const cut = file(
  'cut.mat',
  ` 5 point match

 Game 1
 Ann : 0                        Ben : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 65: 24/18 13/9
      Wins 1 point
`,
);
const foreign = file('old.txt', 'Score is 0-0 in a 5 point match.\nann is X - ben is O\n');
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10';

describe('bg-record import', () => {
  test('IM80 prints what was read, what was left out, and what was refused', async () => {
    const ok = await bgRecord(['import', whole]);
    expect([ok.code, ok.stderr]).toEqual([0, '']);
    expect(ok.stdout).toMatch(
      /^\S+whole\.mat: "Ann" \d–\d "Bob", a match to 3 \(2026-01-01\), mat: 4 games, \d+ decisions\.\n$/,
    );
    const partly = await bgRecord(['import', cut]);
    expect(partly.code).toBe(4);
    expect(partly.stdout).toContain('"Ann" 1–0 "Ben"');
    expect(partly.stdout).toContain(
      '  game 1, line 6: the play is illegal or cannot be read; the rest of the game is left out (bad-move)\n',
    );
    const refused = await bgRecord(['import', foreign, whole]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/old\.txt: not read \(other-format\): This is a text of FIBS\. .*\n$/);
    expect(refused.stdout).toContain('whole.mat');
    const missing = await bgRecord(['import', join(folder, 'none.mat')]);
    expect([missing.code, missing.stdout]).toEqual([2, '']);
    for (const { stdout, stderr } of [ok, partly, refused, missing]) expect(stdout + stderr).not.toMatch(STACK_TRACE);
  });

  test('IM81 reads an id from the standard input', async () => {
    const { code, stdout } = await bgRecord(['import', '-'], `Try ${XGID} please.`);
    expect([code, stdout]).toEqual([0, `standard input: a position (xgid): ${XGID}\n`]);
  });

  test('IM82 converts the matches of all files into one, which is read again', async () => {
    for (const format of ['mat', 'sgf']) {
      const out = join(folder, `out.${format}`);
      const { code, stdout } = await bgRecord(['import', '--format', format, '--out', out, whole, cut]);
      expect([code, stdout]).toEqual([4, '']);
      const again = await bgRecord(['import', '--json', out]);
      const [read] = again.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(read.matches.map(({ length, score }: { length: number; score: number[] }) => [length, score])).toEqual([
        [3, validRecord('match-3-crawford').result.score],
        [5, [1, 0]],
      ]);
    }
    const json = await bgRecord(['import', '--format', 'json', whole]);
    expect(JSON.parse(json.stdout)[0].games).toHaveLength(4);
    expect((await bgRecord(['import', '--format', 'mat', foreign])).code).toBe(1);
    expect((await bgRecord(['import', '--format', 'ogxm', whole])).code).toBe(2);
    expect(readFileSync(whole, 'utf8')).toContain('3 point match');
  });

  test('IM83 prints names that would change a terminal as text', async () => {
    const bad = file('bad.mat', readFileSync(cut, 'utf8').replaceAll('Ann', 'A\u001b[31mnn'));
    const { stdout } = await bgRecord(['import', bad]);
    expect(stdout).toContain('\\u001b');
    expect(stdout).not.toContain('\u001b');
  });
});
