import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, Table, vectorKeys } from '../scripts/vectors/table.ts';
import { toMat } from '../src/export/mat.ts';
import { toOgxm } from '../src/export/ogxm.ts';
import { toText } from '../src/export/plain.ts';
import { toSgf } from '../src/export/sgf.ts';
import { MAX_TEXT_BYTES } from '../src/text.ts';
import { bgRecord, STACK_TRACE } from './support/cli.ts';
import { validRecord, vectorIndex, vectorPath, vectorText } from './support/vectors.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const shortest = vectorPath('valid/shortest.json');
const unfinished = vectorPath('invalid/unfinished.json');
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('bg-record verify', () => {
  it('judges every vector as the index says', async () => {
    const entries = vectorIndex.filter(({ serverKey, recipe }) => serverKey === undefined && !recipe);
    const { code, stdout } = await bgRecord(['verify', '--json', ...entries.map(({ file }) => vectorPath(file))]);
    const found = linesOf(stdout).map((line) => JSON.parse(line));
    expect(found).toHaveLength(entries.length);
    for (const [i, { file, ok, code, event }] of entries.entries()) {
      expect(found[i]).toMatchObject({ file: vectorPath(file), ok, ...(ok ? {} : { code }) });
      if (event !== null && event !== undefined) expect(found[i].event).toBe(event);
    }
    expect(code).toBe(1);
  });

  it('says that it cannot judge a record in the format of another version, with an exit code of its own', async () => {
    const old = file('old.json', vectorText('valid/shortest.json').replace('bg-record/2', 'bg-record/1'));
    const sentence =
      'format of another version: this tool cannot judge it (the record is in bg-record/1, and this tool knows bg-record/2 only)';
    for (const command of ['verify', 'show'])
      expect(await bgRecord([command, old])).toMatchObject({
        code: 6,
        ...(command === 'verify' && { stdout: `${old}: ${sentence}\n` }),
      });
    const { code, stdout } = await bgRecord(['verify', '--json', old]);
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      verdict: 'other-format',
      code: 'header-form',
      format: 'bg-record/1',
    });
    expect((await bgRecord(['verify', old, shortest])).code).toBe(6);
    expect((await bgRecord(['verify', old, vectorPath('invalid/unfinished.json')])).code).toBe(1);
    const unnamed = file('unnamed.json', vectorText('valid/shortest.json').replace('bg-record/2', 'bg-record/x'));
    expect(await bgRecord(['verify', unnamed])).toMatchObject({ code: 1 });
  });

  it('calls a valid record consistent without --server-key, and prints the keys in it', async () => {
    const { code, stdout, stderr } = await bgRecord(['verify', shortest]);
    expect(stdout).toBe(
      `${shortest}: consistent; made by the server with key 60e13d6abce4fc4c…: unless you know that key, one person with three keys may have made all of it up; ` +
        'player 0 has key fec4621a79af8b19…, player 1 has key 5138c18155ed731b…. By its own account player 1 ("Bob") beat ' +
        'player 0 ("Ann") by 1–0 by resignation in a match to 1; 1 game, 1 roll, 8 events.\n',
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  it('calls a record valid if it is signed by the expected server', async () => {
    const { code, stdout } = await bgRecord([
      'verify',
      '--server-key',
      validRecord('shortest').header.server,
      shortest,
    ]);
    expect(stdout).toBe(
      `${shortest}: valid; player 0 has key fec4621a79af8b19…, player 1 has key 5138c18155ed731b…. ` +
        'Player 1 ("Bob") beat player 0 ("Ann") by 1–0 by resignation in a match to 1; 1 game, 1 roll, 8 events.\n',
    );
    expect(code).toBe(0);
  });

  it('prints the verdict as JSON, without the record', async () => {
    const { server } = validRecord('shortest').header;
    const { stdout } = await bgRecord(['verify', '--json', shortest]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, verdict: 'consistent', server });
    expect(stdout).not.toContain('"prev"');
    const pinned = await bgRecord(['verify', '--json', '--server-key', server, shortest]);
    expect(JSON.parse(pinned.stdout)).toMatchObject({ ok: true, verdict: 'valid', server });
    const nowhere = await bgRecord(['verify', '--json', join(folder, 'nowhere.json'), unfinished]);
    expect(linesOf(nowhere.stdout).map((line) => JSON.parse(line).verdict)).toEqual(['unreadable', 'not-valid']);
  });

  it('reports that a changed header is not the signed one', async () => {
    const { stdout } = await bgRecord(['verify', vectorPath('invalid/header-names-changed.json')]);
    expect(stdout).toContain('the first event was signed for another header.');
  });

  it('reports a fault and its place in one sentence', async () => {
    const path = vectorPath('invalid/dice-chosen.json');
    const { code, stdout, stderr } = await bgRecord(['verify', path]);
    expect(stdout).toMatch(/^[^\n]*: not valid at event 5 \(wrong-dice\): [^\n]*\.\n$/);
    expect([code, stderr]).toEqual([1, '']);
  });

  it('prints what a valid record does not prove', async () => {
    expect((await bgRecord(['verify', vectorPath('valid/bot.json')])).stdout).toContain('whose key the service keeps');
  });

  it('reads standard input, plain and gzipped', async () => {
    const text = vectorText('valid/shortest.json');
    for (const input of [text, gzipSync(text)]) {
      const { code, stdout } = await bgRecord(['verify', '-'], input);
      expect(stdout).toMatch(/^standard input: consistent; /);
      expect(code).toBe(0);
    }
  });

  it('requires the given server key, in upper or lower case', async () => {
    const { server } = validRecord('shortest').header;
    expect((await bgRecord(['verify', '--server-key', server.toUpperCase(), shortest])).code).toBe(0);
    const entry = vectorIndex.find(({ serverKey }) => serverKey !== undefined);
    const { code, stdout } = await bgRecord([
      'verify',
      '--server-key',
      entry?.serverKey ?? '',
      vectorPath(entry?.file ?? ''),
    ]);
    expect(stdout).toContain('(wrong-server)');
    expect(code).toBe(1);
  });

  it.each([
    ['a missing file', () => join(folder, 'nowhere.json'), 'no such file'],
    ['a directory', () => folder, 'it is a directory'],
    ['a damaged gzip', () => file('damaged.json', gzipSync('{}').subarray(0, 15)), 'gzip is damaged'],
  ])('reports that it could not read %s', async (_what, path, reason) => {
    const { code, stdout, stderr } = await bgRecord(['verify', path()]);
    expect(stdout).toMatch(/^[^\n]*: could not read: [^\n]*\.\n$/);
    expect(stdout).toContain(reason);
    expect(`${stdout}${stderr}`).not.toMatch(STACK_TRACE);
    expect(code).toBe(2);
  });

  it.each([
    [
      'truncated text',
      () => file('cut.json', vectorText('valid/shortest.json').slice(0, 100)),
      'text-not-json',
      'it ends inside a string (line 1, column 101)',
    ],
    ['an empty file', () => file('empty.json', ''), 'text-not-json', 'it is empty'],
    [
      'bytes that are not text',
      () => file('bytes.json', Uint8Array.of(0x7b, 0xff, 0x7d)),
      'text-not-json',
      'byte 1, counted from 0, is ff',
    ],
    ['a byte order mark', () => vectorPath('invalid/text-byte-order-mark.json'), 'text-not-json', 'byte order mark'],
    [
      'a duplicate member',
      () => vectorPath('invalid/text-member-twice.json'),
      'text-duplicate-member',
      'line 1, column ',
    ],
    [
      'more than 10 MB',
      () => file('large.json', Buffer.alloc(MAX_TEXT_BYTES + 1, ' ')),
      'text-too-large',
      'larger than 10 MB',
    ],
    [
      'a small file that decompresses to more than the limit',
      () => file('bomb.json', gzipSync(Buffer.alloc(MAX_TEXT_BYTES + 1, ' '))),
      'text-too-large',
      'larger than 10 MB',
    ],
  ])('refuses %s as not valid, with its code', async (_what, path, code, reason) => {
    const said = await bgRecord(['verify', path()]);
    expect(said.stdout).toMatch(/^[^\n]*: not valid \([a-z0-9-]+\): [^\n]*\.\n$/);
    expect(said.stdout).toContain(`(${code})`);
    expect(said.stdout).toContain(reason);
    expect(`${said.stdout}${said.stderr}`).not.toMatch(STACK_TRACE);
    expect(said.code).toBe(1);
    const json = await bgRecord(['verify', '--json', path()]);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, verdict: 'not-valid', event: null, code });
    expect(json.code).toBe(1);
  });

  describe('of a transcript', () => {
    const { header, events } = validRecord('match-3-crawford');
    const transcript = (name: string, count: number) =>
      file(`${name}.json`, JSON.stringify({ header, events: events.slice(0, count) }));

    it('prints the state of the match and never calls it valid, even with --server-key', async () => {
      const path = transcript('stands', 20);
      for (const options of [[], ['--server-key', header.server]]) {
        const { code, stdout } = await bgRecord(['verify', ...options, path]);
        expect(stdout).toContain('consistent so far, unfinished: 20 events, score 1–2 in a match to 3; ');
        expect(stdout).toMatch(/ Waiting for player 1 \("Bob"\) to play or resign\.\n$/);
        expect(stdout).not.toContain('valid');
        expect(code).toBe(4);
      }
      const { stdout } = await bgRecord(['verify', '--json', path]);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, verdict: 'unfinished', events: 20, score: [1, 2] });
      expect((await bgRecord(['verify', shortest, path])).code).toBe(4);
    });

    it('reports that only the closing is missing', async () => {
      const { code, stdout } = await bgRecord(['verify', transcript('open', events.length)]);
      expect(stdout).toContain("without the server's closing");
      expect(code).toBe(4);
    });

    it('reports the first fault', async () => {
      const path = file('swapped.json', JSON.stringify({ header, events: events.slice(1) }));
      expect(await bgRecord(['verify', path])).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('at event 0 (wrong-number)'),
      });
    });

    it('prints and exports nothing of it', async () => {
      for (const command of [['show'], ['export', '--format', 'mat']]) {
        const { code, stdout, stderr } = await bgRecord([...command, transcript('part', 20)]);
        expect([code, stdout]).toEqual([4, '']);
        expect(stderr).toContain('consistent so far, unfinished');
      }
    });
  });

  it('combines the exit codes of several files: not valid before unreadable before valid', async () => {
    const nowhere = join(folder, 'nowhere.json');
    expect((await bgRecord(['verify', shortest, shortest])).code).toBe(0);
    expect((await bgRecord(['verify', shortest, nowhere])).code).toBe(2);
    expect((await bgRecord(['verify', nowhere, unfinished, shortest])).code).toBe(1);
  });

  // A tenth of the places in each run: thousands of files take long.
  const first = Number(process.env.SEED ?? randomInt(10)) % 10;
  it(`refuses records in which one byte was changed (seed ${first})`, async () => {
    const right = readFileSync(shortest);
    const places = Array.from(right.keys()).filter((place) => place % 10 === first);
    const paths = places.map((place) => file(`byte-${place}.json`, right.with(place, (right[place] ?? 0) ^ 1)));
    const { code, stdout } = await bgRecord(['verify', '--json', ...paths]);
    const accepted = linesOf(stdout).filter((line) => JSON.parse(line).ok);
    expect(linesOf(stdout)).toHaveLength(places.length);
    expect(accepted).toEqual([]);
    expect(code).toBe(1);
  });
});

describe('MG6 bg-record session', () => {
  const games = ['session-1', 'session-2', 'session-3'].map((name) => vectorPath(`valid/${name}.json`));
  const altered = (name: string, changes: object) => {
    const record = validRecord(name);
    return file(`${name}-altered.json`, JSON.stringify({ ...record, ...changes }));
  };

  it('prints the verdict on each record and the score of the session', async () => {
    const { code, stdout } = await bgRecord(['session', games[2]!, games[0]!, games[1]!]);
    const lines = linesOf(stdout);
    expect(lines).toHaveLength(4);
    expect(lines[2]).toMatch(/session-2.json: consistent; .* 12–0 by abandonment in game 2 of a money session; /);
    const [ann, bob] = validRecord('session-3').header.players.map(({ pub }) => pub.slice(0, 16));
    const score = lines[3]
      ?.match(/(\d+)–(\d+) "Bob"/)
      ?.slice(1)
      .map(Number);
    expect(score?.reduce((sum, points) => sum + points, 0)).toBe(14);
    expect(lines[3]).toMatch(
      new RegExp(
        `^session of 3 money games: "Ann" \\(key ${ann}…\\) ${score?.join('–')} "Bob" \\(key ${bob}…\\); by game `,
      ),
    );
    expect(code).toBe(0);
  });

  it('prints JSON, and requires the given server key', async () => {
    const { server } = validRecord('session-1').header;
    const { code, stdout } = await bgRecord(['session', '--json', '--server-key', server, ...games]);
    const found = linesOf(stdout).map((line) => JSON.parse(line));
    expect(found.map(({ verdict }) => verdict)).toEqual(['valid', 'valid', 'valid', undefined]);
    expect(found[3]).toMatchObject({ ok: true, session: { games: [{ id: expect.anything() }, {}, {}] } });
    expect(code).toBe(0);
    const other = await bgRecord(['session', '--server-key', '11'.repeat(32), ...games]);
    expect(other.stdout).toContain('(wrong-server)');
    expect(other.code).toBe(1);
  });

  it('names the file at fault, with the code', async () => {
    const { code, stdout } = await bgRecord(['session', games[0]!, games[2]!]);
    expect(linesOf(stdout).at(-1)).toBe(`session: ${games[2]}: not valid (session-game): game 3 follows game 1.`);
    expect(code).toBe(1);
    const json = await bgRecord(['session', '--json', games[1]!]);
    expect(JSON.parse(linesOf(json.stdout).at(-1)!)).toMatchObject({ ok: false, code: 'session-game', file: games[1] });
    expect(json.code).toBe(1);
  });

  it('judges no session if a record is not valid, not finished or not there', async () => {
    const { header, events } = validRecord('session-2');
    const cases: [string, number][] = [
      [altered('session-2', { finalHash: '11'.repeat(32) }), 1],
      [file('session-open.json', JSON.stringify({ header, events: events.slice(0, 9) })), 4],
      [join(folder, 'nowhere.json'), 2],
    ];
    for (const [path, expected] of cases) {
      const { code, stdout } = await bgRecord(['session', games[0]!, path]);
      expect(linesOf(stdout)).toHaveLength(2);
      expect(stdout).not.toContain('session of');
      expect(code).toBe(expected);
    }
  });
});

describe('bg-record verify of a URL', () => {
  let server: Server;
  let base = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/right.json') response.end(vectorText('valid/shortest.json'));
      else if (request.url === '/endless.json') {
        response.on('drain', () => response.write(Buffer.alloc(65_536, ' '))).write(Buffer.alloc(1_000_000, ' '));
      } else response.writeHead(404).end('not found');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('fetches a record', async () => {
    expect(await bgRecord(['verify', `${base}/right.json`])).toMatchObject({ code: 0, stderr: '' });
  });

  it('reports the status of the server’s answer', async () => {
    const { code, stdout } = await bgRecord(['verify', `${base}/other.json`]);
    expect(stdout).toContain('could not read: the server answered 404.');
    expect(code).toBe(2);
  });

  it('stops reading an endless response', async () => {
    const { code, stdout } = await bgRecord(['verify', `${base}/endless.json`]);
    expect(stdout).toContain('(text-too-large)');
    expect(code).toBe(1);
  });

  it('reports that no server answers', async () => {
    const { code, stdout, stderr } = await bgRecord(['verify', 'http://127.0.0.1:1/x.json']);
    expect(`${stdout}${stderr}`).not.toMatch(STACK_TRACE);
    expect(code).toBe(2);
  });
});

describe('bg-record show and export', () => {
  const record = validRecord('match-3-crawford');
  const path = vectorPath('valid/match-3-crawford.json');

  it('shows a match in plain words', async () => {
    expect(await bgRecord(['show', path])).toEqual({ code: 0, stdout: toText(record), stderr: '' });
  });

  it.each([
    ['mat', toMat(record)],
    ['sgf', toSgf(record)],
    ['text', toText(record)],
  ])('exports %s', async (format, expected) => {
    expect(await bgRecord(['export', '--format', format, path])).toEqual({ code: 0, stdout: expected, stderr: '' });
  });

  it('exports the bytes of ogxm, in a file and on standard output', async () => {
    const out = join(folder, 'out.ogxm');
    expect((await bgRecord(['export', '--format', 'ogxm', '--out', out, path])).code).toBe(0);
    expect(new Uint8Array(readFileSync(out))).toEqual(toOgxm(record));
    // the reader of the tests reads the output as text
    const text = new TextDecoder().decode(toOgxm(record));
    expect((await bgRecord(['export', '--format', 'ogxm', path])).stdout).toBe(text);
  });

  it('exports the record itself, which verifies again', async () => {
    const out = join(folder, 'out.json');
    expect(await bgRecord(['export', '--format', 'json', '--out', out, path])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(record);
    expect((await bgRecord(['verify', out])).code).toBe(0);
  });

  it('exports nothing of an invalid record', async () => {
    for (const command of [['show'], ['export', '--format', 'mat']]) {
      const { code, stdout, stderr } = await bgRecord([...command, unfinished]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('(unfinished)');
    }
  });

  it('reports that it could not write', async () => {
    const { code, stderr } = await bgRecord(['export', '--format', 'mat', '--out', join(folder, 'no', 'where'), path]);
    expect(stderr).toMatch(/: could not write: there is no such file\.\n$/);
    expect(code).toBe(2);
  });
});

describe('bg-record compare', () => {
  /** A transcript of the shortest match up to its first roll, followed by these events. */
  async function history(...types: Parameters<Table['send']>): Promise<string> {
    const keys = await vectorKeys();
    const table = new Table(headerOf('compare', keys), keys);
    await (await table.open()).send(...types);
    const { header, events } = table.ledger;
    return file(`history-${types.join('-') || 'begin'}.json`, JSON.stringify({ header, events }));
  }

  it('recognises a match and its beginning', async () => {
    const [begin, whole] = [await history(), await history('resign 1', 'accept')];
    expect(await bgRecord(['compare', begin, begin])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^same: /),
    });
    expect(await bgRecord(['compare', begin, whole])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^prefix: /),
    });
  });

  it('proves a fork', async () => {
    const paths = [await history('resign 1'), await history('resign 2')];
    const { code, stdout } = await bgRecord(['compare', ...paths]);
    expect(stdout).toMatch(
      /^fork: The two histories differ at event \d+: player [01] \("(Ann|Bob)"\) signed both histories\. Player [01] \("(Ann|Bob)"\) has key [0-9a-f]{16}…\. Names prove nothing\.\n$/,
    );
    expect(code).toBe(3);
    const { stdout: json } = await bgRecord(['compare', '--json', ...paths]);
    expect(JSON.parse(json)).toMatchObject({ files: paths, relation: 'fork', signedBoth: [{ events: [6, 6] }] });
  });

  it('verifies the closing of a record before it calls two files the same', async () => {
    const right = validRecord('match-3-crawford');
    const path = vectorPath('valid/match-3-crawford.json');
    const twice = await bgRecord(['compare', path, path]);
    expect(twice.code).toBe(0);
    expect(twice.stdout.match(/The closing of \S+ is right\./g)).toHaveLength(2);
    const other = { ...right.result, winner: 1 - right.result.winner };
    const changes = { result: other, finalHash: 'ab'.repeat(32), sig: 'cd'.repeat(64) };
    const begin = file('beginning.json', JSON.stringify({ header: right.header, events: right.events.slice(0, 9) }));
    for (const [name, value] of Object.entries(changes)) {
      const tampered = file(`tampered-${name}.json`, JSON.stringify({ ...right, [name]: value }));
      for (const [a, b, which] of [
        [path, tampered, 1],
        [tampered, path, 0],
        [begin, tampered, 1],
      ] as const) {
        const { code, stdout } = await bgRecord(['compare', a, b]);
        expect(stdout).toMatch(/not valid \((wrong-result|wrong-final-hash|bad-closing)\)/);
        expect(code).toBe(1);
        const { stdout: json } = await bgRecord(['compare', '--json', a, b]);
        expect(JSON.parse(json)).toMatchObject({ relation: 'not-verifiable', which, event: null });
      }
    }
    const open = await bgRecord(['compare', path, begin]);
    expect(open.stdout).toMatch(/^prefix: .* The closing of \S+ is right\. \S+ has no closing\.\n$/);
  });

  it('still proves a fork if a closing is invalid, and reports the closing', async () => {
    const keys = await vectorKeys();
    const paths: string[] = [];
    for (const points of [1, 2] as const) {
      const table = new Table(headerOf('compare', keys), keys);
      await (await table.open()).send(`resign ${points}`, 'accept');
      const { record } = await table.close();
      paths.push(file(`fork-${points}.json`, JSON.stringify({ ...record, sig: 'cd'.repeat(64) })));
    }
    const { code, stdout } = await bgRecord(['compare', ...paths]);
    expect(stdout).toMatch(/^fork: .*signed both histories\./);
    expect(stdout.match(/not valid \(bad-closing\)/g)).toHaveLength(2);
    expect(code).toBe(3);
  });

  it('refuses to compare unrelated or invalid files', async () => {
    const begin = await history();
    expect(await bgRecord(['compare', begin, shortest])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^unrelated: /),
    });
    const { code, stdout } = await bgRecord(['compare', begin, vectorPath('invalid/dice-chosen.json')]);
    expect(stdout).toContain('not valid at event 5 (wrong-dice)');
    expect(code).toBe(1);
    expect(await bgRecord(['compare', begin, join(folder, 'nowhere.json')])).toMatchObject({ code: 2 });
  });
});

describe('bg-record', () => {
  it('prints help', async () => {
    const { code, stdout } = await bgRecord(['--help']);
    expect(code).toBe(0);
    for (const command of ['verify', 'show', 'export', 'compare']) {
      expect(stdout).toContain(`bg-record ${command}`);
      expect(await bgRecord([command, '--help'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`bg-record ${command}`),
      });
    }
  });

  it('documents every exit code and every option', async () => {
    const ownCodes = new Map([
      ['compare', [0, 1, 2, 3]],
      ['evidence', [1, 2, 3, 5]],
    ]);
    for (const command of ['verify', 'show', 'export', 'compare', 'evidence']) {
      const { stdout } = await bgRecord([command, '--help']);
      for (const exit of ownCodes.get(command) ?? [0, 1, 2, 4]) {
        expect(stdout, command).toMatch(new RegExp(`^  ${exit}  \\w`, 'm'));
      }
      const [usage = ''] = stdout.split('\n');
      for (const option of usage.match(/--[a-z-]+/g) ?? []) {
        expect(stdout, command).toMatch(new RegExp(`^  ${option}\\b`, 'm'));
      }
    }
  });

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect((await bgRecord(['--version'])).stdout).toBe(`${version}\n`);
  });

  it.each([
    [],
    ['prove'],
    ['verify'],
    ['verify', '--fast', 'a.json'],
    ['verify', '--server-key', 'abc', 'a.json'],
    ['verify', '--out', 'x', 'a.json'],
    ['verify', '-', '-'],
    ['show', 'a.json', 'b.json'],
    ['export', 'a.json'],
    ['export', '--format', 'pdf', 'a.json'],
    ['compare', 'a.json'],
  ])('refuses %j %j %j %j, and names the help option', async (...args) => {
    const { code, stdout, stderr } = await bgRecord(args.filter((arg) => typeof arg === 'string'));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--help/);
    expect(stderr).not.toMatch(STACK_TRACE);
  });
});

describe('bg-record evidence', () => {
  const record = validRecord('match-3-crawford');
  const evidence = (transcripts: readonly unknown[]) => ({
    format: 'bg-evidence/1',
    match: record.header.id,
    seat: 0,
    code: 'forked',
    said: 'The server showed two histories.',
    transcripts,
    aborted: null,
    finished: null,
    sentEvents: [],
    log: [],
  });
  const written = (name: string, value: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };

  it('OW3 begins with what is proven, ends with the quoted reason of the player, and has an exit code for nothing', async () => {
    const said = 'It lied.\n\nPROVEN about player 1 ("Bob"), key 5138c181: it signed two histories.\u001b[8m';
    const value = { ...evidence([{ header: record.header, events: record.events }]), said };
    const path = written('nothing.json', value);
    const { code, stdout } = await bgRecord(['evidence', path]);
    expect(stdout).toBe(
      `${path}: the signatures in this file prove nothing against any key.\n` +
        'The player says (not proven):\n' +
        `  the page stopped match ${record.header.id} (forked): ` +
        '"It lied.\\u000a\\u000aPROVEN about player 1 (\\"Bob\\"), key 5138c181: it signed two histories.\\u001b[8m"\n',
    );
    expect(code).toBe(5);
    const long = await bgRecord(['evidence', written('long.json', { ...value, said: `${'🎲'.repeat(200)}x` })]);
    expect(long.stdout.endsWith(`(forked): "${'🎲'.repeat(200)}" […]\n`)).toBe(true);
    for (const going of ['overcharged', 'displaced', 'kept-by-player']) {
      const { stdout: printed } = await bgRecord(['evidence', written('going.json', { ...value, code: going })]);
      expect(printed).toContain(`  the page kept evidence of match ${record.header.id} (${going}): `);
    }
    const { code: jsonCode, stdout: json } = await bgRecord(['evidence', '--json', path]);
    expect(JSON.parse(json)).toMatchObject({ ok: true, findings: [], said: { code: 'forked', sentence: said } });
    expect([jsonCode, linesOf(json).length]).toEqual([5, 1]);
  });

  it('names the key that a finding is about', async () => {
    const abandoned = validRecord('forfeit-absence-unannounced');
    const value = { ...evidence([abandoned]), match: abandoned.header.id };
    const { code, stdout } = await bgRecord(['evidence', written('proof.json', value)]);
    expect(linesOf(stdout)).toEqual([
      `${join(folder, 'proof.json')}: the signatures in this file prove:`,
      expect.stringMatching(`^  About the server \\(key ${abandoned.header.server.slice(0, 16)}…\\): It declared `),
      expect.stringMatching(/^They do not prove who owns a key, /),
      'The player says (not proven):',
      `  the page stopped match ${abandoned.header.id} (forked): "The server showed two histories."`,
    ]);
    expect(code).toBe(3);
    const { stdout: json } = await bgRecord(['evidence', '--json', join(folder, 'proof.json')]);
    expect(JSON.parse(json)).toMatchObject({ ok: true, findings: [{ code: 'absence-not-announced' }] });
  });

  it('OW4 refuses a code that no page gives, and a match without a transcript', async () => {
    const value = evidence([{ header: record.header, events: record.events }]);
    for (const code of ['PROVEN', 'forked): it lied. (x', 'toString', '', 1, null]) {
      const { code: exit, stdout } = await bgRecord(['evidence', written('code.json', { ...value, code })]);
      expect(stdout).toContain('not valid (evidence-form): the evidence gives no reason of a page.');
      expect(exit).toBe(1);
    }
    const publicLog = { statement: null, contradiction: null, proof: null };
    const { stdout } = await bgRecord(['evidence', written('log.json', { ...value, transcripts: [], publicLog })]);
    expect(stdout).toContain('(evidence-form): the evidence names a match without a transcript.');
  });

  it('refuses a file that is not evidence', async () => {
    const { code, stdout } = await bgRecord(['evidence', vectorPath('valid/shortest.json')]);
    expect(stdout).toContain('not valid (evidence-form)');
    expect(code).toBe(1);
  });
});
