import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultOfOutput, hostileText, MARK } from '@anchor/testkit/hostile';
import { SeededRandom } from '@anchor/testkit/random';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLog } from '../src/compose/operator-log.ts';
import { settingNames } from '../src/config/config.ts';
import { openStore } from '../src/storage/open-store.ts';
import { prismaFolder, temporaryFolder } from './storage/folders.ts';
import { callCommand } from './support/command.ts';

/** Each call of a command is a process. */
const PATIENCE_MS = 600_000;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = new SeededRandom(seed);
const hostile = () => hostileText(random);
/** A hostile text as an argument or a setting, which has no NUL. It is the operator's own, so it is visible, but not always quoted. */
const ownWords = () => hostile().replaceAll(MARK, 'word').replace(/[\0/]/g, '');

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(async () => {
  folder = temporaryFolder();
  const store = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder });
  if (!store.ok) throw new Error(store.message);
  for (let n = 0; n < 40; n++) {
    const subject = n.toString(16).padStart(64, '0');
    await store.value.bans.put({ subject, until: null, reason: hostile().replaceAll('\0', ''), created: n });
  }
  await store.value.close();
});
afterAll(() => folder.remove());

type Call = readonly [name: string, args: readonly string[], env?: Record<string, string>];

const call = ([name, args, env = {}]: Call) => callCommand(name, args, { DATA_DIR: folder.path, ...env });
const countOf = (said: string) => said.split('\n').length;

/** Makes the same call with a harmless word and with a hostile one: exit code and number of lines are the same. */
async function compare(make: (word: string) => Call): Promise<void> {
  const text = ownWords();
  const [harmless, ran] = await Promise.all([call(make('word')), call(make(text))]);
  const about = `${JSON.stringify(make(text))}: ${ran.said}`;
  expect(faultOfOutput(ran.said, /^/), about).toBeNull();
  if (ran.place !== null) expect(faultOfOutput(ran.place, /^The /), about).toBeNull();
  expect([ran.code, countOf(ran.said)], about).toEqual([harmless.code, countOf(harmless.said)]);
}

describe(`a hostile text (SEED=${seed})`, { timeout: PATIENCE_MS }, () => {
  it('OW12 as the reason of a ban, an argument, a setting or a file of the data folder makes no line of its own', async () => {
    const listed = await call(['bans', ['list']]);
    expect(faultOfOutput(listed.said, /^[0-9a-f]{64} {2}for good {2}"/)).toBeNull();
    expect([listed.code, countOf(listed.said)]).toEqual([0, 41]);

    const commands: readonly (readonly [string, ...string[]])[] = [
      ['backup'],
      ['restore'],
      ['rotate-key'],
      ['bans', 'add'],
      ['bans', 'list'],
      ['public-log'],
      ['public-log', 'new'],
      ['move-to-postgresql'],
    ];
    for (const [name, ...words] of commands) {
      const places: ((word: string) => Call)[] = [
        (word) => [name, [...words, word]],
        (word) => [name, [...words, `--${word}`]],
        (word) => [name, [...words, '--data-dir', join(folder.path, 'none', word)]],
      ];
      await compare(random.pick(name === 'public-log' ? places.slice(0, 2) : places));
    }
    await compare((word) => ['bans', ['add', 'ab'.repeat(32), '--reason', word.slice(0, 150)]]);
    await compare((word) => ['bans', [word]]);

    const names = settingNames.filter((name) => name !== 'DATA_DIR');
    const settings = () => Object.fromEntries(names.map((name) => [name, ownWords()]));
    for (const name of ['main', 'backup']) {
      const ran = await call([name, [], settings()]);
      expect(faultOfOutput(ran.said, /^(These settings are wrong:$| {2}[A-Z_]+ )/), ran.said).toBeNull();
      expect(ran.code, ran.said).toBe(name === 'main' ? 1 : 2);
    }

    for (let round = 0; round < 2; round++) {
      for (const name of ['server.key', 'server.key.previous', 'log.key', 'log.head', 'hostile.zip'])
        writeFileSync(join(folder.path, name), hostile());
      const zip = join(folder.path, 'hostile.zip');
      for (const [name, ...words] of [
        ['rotate-key'],
        ['public-log'],
        ['restore', zip],
        ['restore', 'latest'],
      ] as const) {
        const ran = await call([name, words]);
        expect(faultOfOutput(ran.said, /^[A-Z/]/), ran.said).toBeNull();
        expect([ran.code, countOf(ran.said)], ran.said).toEqual([1, 2]);
      }
    }
  });

  it('OW13 in the log of the operator stays in its line, and the line stays JSON', () => {
    let written = '';
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    });
    const log = openLog('info');
    const said = Array.from({ length: 300 }, () => hostile().replace(/\p{Cs}/gu, ''));
    for (const text of said) log.info({ text, [text]: 1 }, text);
    spy.mockRestore();
    expect(faultOfOutput(written, /^\{"level":30,/)).toBeNull();
    expect(
      written
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).text),
    ).toEqual(said);
  });
});
