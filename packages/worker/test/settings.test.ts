import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLine } from '../src/cli/arguments.ts';
import { usualConfigPath } from '../src/cli/config-file.ts';
import { type GatherContext, gatherSettings } from '../src/cli/gather.ts';
import { flagOf, settingNames, variableOf } from '../src/cli/settings.ts';
import { USAGE } from '../src/cli/usage.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-worker-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  readonly words?: string[];
  readonly env?: Record<string, string>;
  readonly file?: object | string;
}

let files = 0;

async function gather({ words = [], env = {}, file }: Case, changes: Partial<GatherContext> = {}) {
  const path = join(folder, `${files++}.json`);
  if (file !== undefined) writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file), { mode: 0o600 });
  const line = parseLine([...words, '--config', path]);
  if (!line.ok) return line;
  return gatherSettings(line.value, { env, terminal: null, say: () => {}, ...changes });
}

const enough = ['--server', 'https://a.example', '--key', 'k'];

describe('settings', () => {
  it('have default values', async () => {
    const settings = await gather({ words: enough });
    expect(settings).toMatchObject({
      ok: true,
      value: { engine: 'gnubg', enginePath: null, engineId: 'gnubg-1.07', ply: 2, maxJobsPerHour: null },
    });
    if (settings.ok && 'processes' in settings.value) expect(settings.value.processes).toBeGreaterThanOrEqual(1);
    if (settings.ok && 'id' in settings.value) expect(settings.value.id).toMatch(/^worker-[0-9a-f]{10}$/);
  });

  it('are taken from options before the environment before the file', async () => {
    const file = { server: 'https://file.example', key: 'file', id: 'file', processes: 3 };
    const env = { BG_WORKER_SERVER: 'https://env.example', BG_WORKER_KEY: 'env', BG_WORKER_PLY: '1' };
    const settings = await gather({ words: ['--server', 'https://flag.example'], env, file });
    const value = { server: 'https://flag.example', key: 'env', id: 'file', processes: 3, ply: 1 };
    expect(settings).toMatchObject({ ok: true, value });
  });

  it('read the key from a separate file', async () => {
    writeFileSync(join(folder, 'key'), 'secret\n');
    const env = { BG_WORKER_KEY_FILE: join(folder, 'key') };
    expect(await gather({ words: enough.slice(0, 2), env })).toMatchObject({ ok: true, value: { key: 'secret' } });
    env.BG_WORKER_KEY_FILE = join(folder, 'no-key');
    expect(await gather({ words: enough.slice(0, 2), env })).toMatchObject({ ok: false, code: 'bad-config' });
  });

  it.each([
    [['--server', 'ftp://a.example'], '--server must be an http or https URL, such as https://backgammon.example.org'],
    [['--server', 'a.example'], '--server must be an http or https URL, such as https://backgammon.example.org'],
    [['--server', 'localhost:3000'], '--server must be an http or https URL, such as https://backgammon.example.org'],
    [['--key', 'two words'], '--key must be the key that the server’s owner gave you'],
    [['--engine', 'xg'], '--engine must be gnubg, anchor-net, wildbg-http, command'],
    [['--engine-id', 'gnubg-2.0'], '--engine-id must be gnubg-1.07 with the engine gnubg'],
    [['--engine', 'command', '--engine-id', 'x'], '--engine-path is missing: the program to run'],
    [['--engine', 'command', '--engine-path', 'x'], '--engine-id is missing: the id of its results'],
    [['--processes', '0'], '--processes must be an integer from 1 to 512'],
    [['--processes', '1.5'], '--processes must be an integer from 1 to 512'],
    [['--ply', '5'], '--ply must be an integer from 0 to 4'],
    [['--max-jobs-per-hour', '-3'], undefined],
    [['--id', 'ö'], '--id must be up to 64 printable ASCII characters'],
    [['--colour'], undefined],
    [['run', 'away'], 'there is no command away'],
  ])('are refused with one message: %s', async (words, message) => {
    const settings = await gather({ words: [...enough, ...words] });
    expect(settings).toMatchObject({ ok: false, ...(message ? { message } : {}) });
  });

  it('are reported as missing without a terminal', async () => {
    expect(await gather({})).toMatchObject({
      message: '--server is missing: an http or https URL, such as https://backgammon.example.org',
    });
    expect(await gather({ words: enough.slice(0, 2) })).toMatchObject({ message: expect.stringContaining('--key is') });
  });

  it.each(['{"server":', '[]', '{"sever":"https://a.example"}', '{"server":{}}'])(
    'are refused in an invalid file: %s',
    async (file) => {
      expect(await gather({ file, words: enough })).toMatchObject({ ok: false, code: 'bad-config' });
    },
  );

  it('are all in the help', () => {
    for (const name of settingNames) expect(USAGE).toContain(`--${flagOf(name)} `);
    expect(variableOf('maxJobsPerHour')).toBe('BG_WORKER_MAX_JOBS_PER_HOUR');
    expect(usualConfigPath({ XDG_CONFIG_HOME: '/c' })).toBe(join('/c', 'bg-worker', 'config.json'));
  });
});

/** Types each answer when its question appears, and records what the screen showed. */
function typist(answers: readonly [question: string, answer: string][]) {
  const input = new PassThrough();
  const output = new PassThrough();
  const left = [...answers];
  const typed: string[] = [];
  let shown = '';
  output.on('data', (text) => {
    shown += String(text);
    const next = left[0];
    if (!next || !shown.includes(next[0])) return;
    left.shift();
    typed.push(next[0]);
    setImmediate(() => input.write(`${next[1]}\n`));
  });
  return { terminal: { input, output }, shown: () => shown, typed };
}

describe('the first run in a terminal', () => {
  const gnubg = ['--engine-path', '/usr/games/gnubg'];

  it('asks for missing settings, hides the key, and saves the answers readable only by their owner', async () => {
    const person = typist([
      ['Address', 'https://a.example'],
      ['Worker key', 'hush-hush'],
      ['Save', ''],
    ]);
    const env = { BG_WORKER_CONFIG: join(folder, 'new', 'config.json') };
    const line = parseLine(gnubg);
    if (!line.ok) throw new Error(line.message);
    const context = { env, terminal: person.terminal, say: () => {} };
    const settings = await gatherSettings(line.value, context);
    expect(settings).toMatchObject({ ok: true, value: { server: 'https://a.example', key: 'hush-hush' } });
    expect(person.shown()).not.toContain('hush');
    expect(statSync(env.BG_WORKER_CONFIG).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
    const again = await gatherSettings(line.value, { ...context, terminal: null });
    expect(again).toEqual(settings);
  });

  it('saves nothing if the person declines', async () => {
    const person = typist([
      ['Worker key', 'k'],
      ['Save', 'n'],
    ]);
    const settings = await gather(
      { words: [...gnubg, '--server', 'https://a.example'] },
      { terminal: person.terminal },
    );
    expect(settings).toMatchObject({ ok: true });
    expect(() => readFileSync(join(folder, `${files - 1}.json`))).toThrow('ENOENT');
  });

  it('ends when the input ends', async () => {
    const person = typist([]);
    const asked = gather({ words: gnubg }, { terminal: person.terminal });
    person.terminal.input.end();
    expect(await asked).toMatchObject({ ok: false, code: 'incomplete' });
  });

  it('does not ask about an invalid setting', async () => {
    const person = typist([]);
    const settings = await gather({ words: [...enough, '--ply', '9'] }, { terminal: person.terminal });
    expect(settings).toMatchObject({ ok: false, code: 'bad-setting' });
  });

  it('warns if other users can read the settings file', async () => {
    const path = join(folder, 'open.json');
    writeFileSync(path, JSON.stringify({ server: 'https://a.example', key: 'k' }), { mode: 0o644 });
    const said: string[] = [];
    const line = parseLine(['--config', path]);
    if (!line.ok) throw new Error(line.message);
    await gatherSettings(line.value, { env: {}, terminal: null, say: (text) => said.push(text) });
    expect(said.join()).toContain('chmod 600');
  });
});
