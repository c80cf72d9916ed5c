import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeEngineFolder } from '../src/engine/engine-folder.ts';

const parent = mkdtempSync(join(tmpdir(), 'worker-folders-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('the temporary folder of an engine', () => {
  it('VC4 is removed by the next worker if its own was killed, and nothing else is', () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const own = makeEngineFolder(parent);
    expect(basename(own)).toMatch(new RegExp(`^bg-worker-${process.pid}-\\w{6}$`));
    const left = join(parent, `bg-worker-${ended}-abcdef`);
    mkdirSync(join(left, 'with', 'content'), { recursive: true });
    writeFileSync(join(left, 'with', 'file'), '');
    const kept = ['bg-worker-settings', `other-${ended}-abcdef`, `bg-worker-${ended}`, 'bg-worker-1-abcdef'];
    for (const name of kept) mkdirSync(join(parent, name));
    writeFileSync(join(parent, `bg-worker-${ended}-a_file`), '');
    const target = join(parent, 'target');
    mkdirSync(target);
    symlinkSync(target, join(parent, `bg-worker-${ended}-a_link`));
    const next = makeEngineFolder(parent);
    expect(existsSync(left)).toBe(false);
    expect(readdirSync(parent).toSorted()).toEqual(
      [
        ...kept,
        'target',
        `bg-worker-${ended}-a_file`,
        `bg-worker-${ended}-a_link`,
        basename(own),
        basename(next),
      ].toSorted(),
    );
  });
});
