import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { placeOf, readSettings } from '../src/commands/settings.ts';
import { parseEnvFile } from '../src/config/env-file.ts';
import { openStore } from '../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './storage/folders.ts';
import { hasPostgres, postgresServer } from './storage/postgres.ts';
import { callCommand } from './support/command.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const deployed = fileURLToPath(new URL('../../../deploy/anchor.env', import.meta.url));
const random = 'abcdef01'.repeat(8);

/** The file of the deployment with its secrets, as an operator fills it in. */
function settingsFile(name: string, databaseUrl: string): string {
  const file = join(folder.path, name);
  const text = readFileSync(deployed, 'utf8')
    .replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${databaseUrl}`)
    .replace(/0{64}|change-me/g, random)
    .replace(/^DATA_DIR=.*$/m, `DATA_DIR=${join(folder.path, 'data')}`);
  writeFileSync(file, text);
  return file;
}

describe('a file of settings', () => {
  it.each([
    ['A=1\nB = 2 \n', { A: '1', B: '2' }],
    ['# A=1\n; B=2\n  # C=3\n\nD=4', { D: '4' }],
    ['MAIL="A <a@b.org>"\nBARE=A <a@b.org>  \n', { MAIL: 'A <a@b.org>', BARE: 'A <a@b.org>' }],
    ['A=\'it "is" $X \\n\'\n', { A: 'it "is" $X \\n' }],
    ['A="a \\"b\\" \\$c \\\\ \\d `"\n', { A: 'a "b" $c \\ \\d `' }],
    ['A=one\\\ntwo\nB="one\\\ntwo"\n', { A: 'onetwo', B: 'onetwo' }],
    ['A=" kept "  \nB=a"b"\nC=x#y\n', { A: ' kept ', B: 'a"b"', C: 'x#y' }],
    ['A=a\\ b\\"\nB=\nA=last\nno assignment\n', { A: 'last', B: '' }],
    ['A=\'two\'"parts"\r\nB=2\r\n', { A: 'twoparts', B: '2' }],
    ['A="not closed\nB=2', { A: 'not closed\nB=2' }],
  ])('is read as systemd reads it: %j', (text, expected) => {
    expect(parseEnvFile(text)).toEqual(expected);
  });

  it('can be read by a shell if it is that of the deployment', () => {
    const script = `set -a; . ${deployed}; node -p 'JSON.stringify(process.env)'`;
    const environment = JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }));
    expect(environment).toMatchObject(parseEnvFile(readFileSync(deployed, 'utf8')));
  });
});

describe('the settings of a command', () => {
  const file = settingsFile('usual.env', 'postgresql://anchor:secret%20word@db.example.org:5433/anchor');
  const none = join(folder.path, 'missing.env');
  const place = (...given: Parameters<typeof readSettings>) => {
    const read = readSettings(...given);
    return read.ok ? placeOf(read.config, read.source) : read.lines.join('\n');
  };

  it('CS1 are those of the environment, else of ANCHOR_ENV_FILE, else of the usual file, and are named without the password', () => {
    const fromFile = 'The PostgreSQL database anchor at db.example.org:5433, by ';
    expect(place({}, false, file)).toBe(`${fromFile}${file}.`);
    expect(place({ ANCHOR_ENV_FILE: file }, false, none)).toBe(`${fromFile}${file}.`);
    expect(place({ DATA_DIR: '/d' }, false, file)).toBe('The embedded database in /d, by the environment.');
    const url = 'postgresql://a:b@localhost/own';
    expect(place({ DATABASE_URL: url }, false, file)).toBe(
      'The PostgreSQL database own at localhost, by the environment.',
    );
    expect(place({ DATABASE_URL: url, ANCHOR_ENV_FILE: file }, false, none)).toBe(
      `The PostgreSQL database own at localhost, by ${file}.`,
    );
    expect(place({}, true, file)).toMatch(/^The embedded database in .*, by the environment\.$/);
    expect(place({}, false, none)).toMatch(/^The embedded database in .*data, by the environment\.$/);
  });

  it('says which file is wrong or cannot be read', () => {
    expect(place({ ANCHOR_ENV_FILE: none }, false, file)).toMatch(
      /^Cannot read the settings in .*missing\.env: ENOENT/,
    );
    const wrong = join(folder.path, 'wrong.env');
    writeFileSync(wrong, 'PORT=many\n');
    expect(place({}, false, wrong)).toMatch(/^In .*wrong\.env:\nThese settings are wrong:\n {2}PORT must/);
  });
});

describe.skipIf(!hasPostgres)('the commands of the documented deployment', () => {
  it('CS2 find their settings in the file, and say which database they mean', async () => {
    const server = await postgresServer();
    try {
      const url = await server.newDatabase();
      const opened = await openStore({ dataDir: folder.path, databaseUrl: url, prismaFolder });
      if (!opened.ok) throw new Error(opened.message);
      await opened.value.close();
      const env = { ANCHOR_ENV_FILE: settingsFile('deployed.env', url) };
      const { host, pathname } = new URL(url);
      const place = `The PostgreSQL database ${pathname.slice(1)} at ${host}, by ${env.ANCHOR_ENV_FILE}.`;
      const call = async (name: string, ...words: string[]) => {
        const { code, said, place } = await callCommand(name, words, env);
        return [code, ...((place ?? '') + said).trim().split('\n')];
      };
      expect(await call('bans', 'add', '10.0.0.9')).toEqual([0, place, expect.stringContaining('Banned 10.0.0.9')]);
      expect(await call('bans', 'list')).toEqual([0, place, expect.stringContaining('10.0.0.9')]);
      expect(await call('bans', 'remove', '10.0.0.9')).toEqual([0, place, expect.stringContaining('Removed')]);
      expect(await call('public-log')).toEqual([1, place, 'This database has no public log.']);
      expect(await call('backup')).toEqual([1, place, expect.stringContaining('pg_dump')]);
      expect(await call('restore', 'latest')).toEqual([1, place, expect.stringContaining('pg_restore')]);
      expect(await call('rotate-key')).toEqual([1, expect.stringContaining('SERVER_KEY is set')]);
      expect((await call('move-to-postgresql')).slice(0, 2)).toEqual([1, place]);
    } finally {
      await server.stop();
    }
  }, 120_000);
});

describe('the command that lists complaints', () => {
  const dataDir = join(folder.path, 'complaints');
  const [alice, bob] = ['a1', 'b2'].map((byte) => byte.repeat(32)) as [string, string];
  const call = (...args: readonly string[]) => callCommand('complaints', args, { DATA_DIR: dataDir });

  it('KM4 prints the newest first with both players and the number against the same key, and refuses what is no key', async () => {
    const store = await openStore({ dataDir, databaseUrl: null, prismaFolder });
    if (!store.ok) throw new Error(store.message);
    const { players, complaints, close } = store.value;
    expect(await call()).toMatchObject({ code: 0, said: 'There are no complaints.\n' });
    await players.see(bob, 'Bob\u0007', 1);
    const complaint = { match: 'm1', by: alice, about: 'name' as const, against: bob, created: 1_790_000_000_000 };
    await complaints.add(complaint, 0, 10);
    await complaints.add({ ...complaint, about: 'engine', created: complaint.created + 1000 }, 0, 10);
    const all = await call();
    const lines = all.said.trim().split('\n');
    expect(all.code).toBe(0);
    expect(lines.map((line) => line.split('  ').slice(0, 3))).toEqual([
      ['2026-09-21T14:13:21.000Z', 'engine', 'match m1'],
      ['2026-09-21T14:13:20.000Z', 'name', 'match m1'],
    ]);
    for (const line of lines) {
      expect(line).toContain(`against ${bob} "Bob`);
      expect(line).toContain('(2 complaints by 1 player)');
      expect(line).not.toContain('\u0007');
    }
    expect(await call(bob.toUpperCase())).toEqual(all);
    expect(await call(alice)).toMatchObject({ code: 0, said: 'There are no complaints.\n' });
    expect(await call('bob')).toMatchObject({ code: 2, said: expect.stringContaining('usage: npm run complaints') });
    await close();
  });
});
