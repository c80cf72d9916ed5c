import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runProgram } from '../src/cli/program.ts';
import { toMat } from '../src/export/mat.ts';
import { IMPORT_CODES } from '../src/import/imported.ts';
import { type ImportRefusal, readImport } from '../src/import/read.ts';
import { type Archive, MOST_FILES, openArchive } from '../src/import/zip.ts';
import { bgRecord, STACK_TRACE } from './support/cli.ts';
import { validRecord } from './support/vectors.ts';
import { type Packed, zipOf } from './support/zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'bg-record-zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MAT = toMat(validRecord('match-3-crawford'));
const blob = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

async function opened(bytes: Uint8Array<ArrayBuffer>): Promise<Archive> {
  const archive = await openArchive(blob(bytes));
  if (!archive?.ok) throw new Error(archive?.message ?? 'no archive');
  return archive;
}

async function refusal(bytes: Uint8Array<ArrayBuffer>): Promise<ImportRefusal> {
  const archive = await openArchive(blob(bytes));
  if (!archive || archive.ok) throw new Error('not refused');
  return archive;
}

/** The names of the files, with the text of each, or the code of its refusal. */
const contents = async ({ files }: Archive) =>
  Promise.all(
    files.map(async ({ name, unpack }) => {
      const read = await unpack();
      return [name, read.ok ? Buffer.from(read.value).toString() : (read.foreign ?? read.code)];
    }),
  );

describe('an archive of match files', () => {
  test('IM130 has its files in their order, packed and not, without folders and hidden files', async () => {
    const files = [
      { name: 'league/' },
      { name: 'league/one.mat', content: 'one', extra: Buffer.alloc(9, 1) },
      { name: '__MACOSX/league/._one.mat', content: 'x' },
      { name: '.DS_Store', content: 'x' },
      { name: 'league/.hidden/two.mat', content: 'x' },
      { name: './two.mat', content: 'two', method: 0 },
      { name: 'dir\\three.mat', content: '' },
    ];
    const all = [
      ['league/one.mat', 'one'],
      ['./two.mat', 'two'],
      ['dir/three.mat', ''],
    ];
    expect(await contents(await opened(zipOf(files)))).toEqual(all);
    // the signs of the end may stand in the remark behind it, too, where too little follows
    for (const remark of ['a remark', 'PK\x05\x06'])
      expect(await contents(await opened(zipOf(files, { remark: Buffer.from(remark) })))).toEqual(all);
    expect((await opened(zipOf(files))).left).toBe(0);
  });

  test('IM130a of another program has the same files, and a match in it is read', async () => {
    const path = join(folder, 'python.zip');
    const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    z.writestr(zipfile.ZipInfo('stored.mat'), sys.argv[2])
    z.writestr('déjà/vu.mat', sys.argv[2], zipfile.ZIP_DEFLATED)
    z.writestr('bz.mat', sys.argv[2], zipfile.ZIP_BZIP2)
    with z.open('streamed.mat', 'w') as f: f.write(sys.argv[2].encode())
`;
    execFileSync('python3', ['-c', script, path, MAT]);
    const read = await contents(await opened(new Uint8Array(readFileSync(path))));
    expect(read).toEqual([
      ['stored.mat', MAT],
      ['déjà/vu.mat', MAT],
      ['bz.mat', 'zip-unknown'],
      ['streamed.mat', MAT],
    ]);
    expect(await readImport(read[1]?.[1] ?? '')).toMatchObject({ ok: true, format: 'mat' });
  });

  test('IM131 decodes its names: in UTF-8 whether it says so or not, and else on code page 437', async () => {
    const names = [
      Buffer.from('Jørgen ▶.mat'),
      Buffer.from('J\x9brgen \x81 \xff.mat', 'latin1'),
      Buffer.from('a\u202eb\u0000c\nd\u2028.mat'),
      Buffer.from(`${'x'.repeat(300)}/${'y'.repeat(190)}.mat`),
    ];
    const { files } = await opened(zipOf(names.map((name) => ({ name }))));
    expect(files.map(({ name }) => name)).toEqual([
      'Jørgen ▶.mat',
      'J¢rgen ü \u00a0.mat',
      'a b c d .mat',
      `…xxxx/${'y'.repeat(190)}.mat`,
    ]);
  });

  test('IM132 is refused in words if it is locked, in an unknown form, a document, empty or too large', async () => {
    const locked = { name: 'a.mat', content: 'x', flags: 1 };
    expect(await refusal(zipOf([locked, locked]))).toMatchObject({ code: 'other-format', foreign: 'zip-locked' });
    expect(await refusal(zipOf([{ ...locked, flags: 0, method: 14 }]))).toMatchObject({ foreign: 'zip-unknown' });
    const huge = (at: number) => zipOf([{ name: 'a' }], { end: (last) => last.fill(0xff, at, at + 4) });
    for (const at of [8, 12, 16]) expect(await refusal(huge(at))).toMatchObject({ foreign: 'zip-unknown' });
    const second = zipOf([{ name: 'a' }], { end: (last) => last.writeUInt16LE(1, 4) });
    expect(await refusal(second)).toMatchObject({ foreign: 'zip-unknown' });
    expect(await refusal(zipOf([{ name: '[Content_Types].xml' }]))).toMatchObject({ foreign: 'document' });
    expect(await refusal(zipOf([]))).toMatchObject({ code: 'no-match', foreign: null });
    expect(await refusal(zipOf([{ name: 'a/' }]))).toMatchObject({ code: 'no-match' });
    const large = Array.from({ length: 40 }, (_, n) => ({ name: `${n}`, size: 15_000_000 }));
    expect(await refusal(zipOf(large))).toMatchObject({ foreign: 'zip' });
    const long = Object.defineProperty(blob(zipOf([locked])), 'size', { value: 256_000_001 });
    expect(await openArchive(long)).toMatchObject({ foreign: 'zip' });
    expect(await openArchive(new Blob([MAT]))).toBeNull();
    expect(await openArchive(new Blob([]))).toBeNull();
    expect(await openArchive(new Blob(['PK']))).toBeNull();
    for (const { message } of [await refusal(zipOf([locked])), await refusal(zipOf([]))])
      expect(message).toMatch(/^The archive .*\.$/);
  });

  test('IM132a names the files that it cannot unpack, and gives the others', async () => {
    const content = 'a match';
    const files = [
      { name: 'locked', content, flags: 1 },
      { name: 'good', content },
      { name: 'lzma', content, method: 14 },
      { name: 'checksum', content, checksum: 1 },
      { name: 'longer', content, size: 6 },
      { name: 'shorter', content, size: 8 },
      { name: 'damaged', content, packed: Buffer.from('damaged') },
      { name: 'stored', content, method: 0, size: 8 },
      { name: 'endless', content, size: 16_000_001 },
      { name: 'bomb', content, packed: deflateRawSync(Buffer.alloc(100_000_000)), size: 100 },
    ];
    expect(await contents(await opened(zipOf(files)))).toEqual([
      ['locked', 'zip-locked'],
      ['good', content],
      ['lzma', 'zip-unknown'],
      ['checksum', 'damaged'],
      ['longer', 'damaged'],
      ['shorter', 'damaged'],
      ['damaged', 'damaged'],
      ['stored', 'damaged'],
      ['endless', 'too-long'],
      ['bomb', 'damaged'],
    ]);
  });

  test('IM132b in an archive is named, as are other archives', async () => {
    const inner = zipOf([{ name: 'a.mat', content: MAT }]);
    const [file] = (await opened(zipOf([{ name: 'inner.zip', content: inner }]))).files;
    const read = await file?.unpack();
    if (!read?.ok) throw new Error('not unpacked');
    expect(await readImport(read.value)).toMatchObject({ ok: false, foreign: 'zip' });
    expect(await readImport(Buffer.from('Rar!\x1a\x07\x01\0'))).toMatchObject({ ok: false, foreign: 'zip' });
  });

  test('IM133 has up to 2,000 files, and tells how many it leaves out', async () => {
    const { files, left } = await opened(zipOf(Array.from({ length: 2_003 }, (_, n) => ({ name: `${n}.mat` }))));
    expect([files.length, files.at(-1)?.name, left]).toEqual([MOST_FILES, '1999.mat', 3]);
  });

  test('IM134 is read or refused, and never throws, wherever it is damaged', async () => {
    const files: Packed[] = [
      { name: 'one.mat', content: MAT },
      { name: 'two.mat', content: MAT.slice(0, 200), method: 0 },
    ];
    const whole = zipOf(files, { remark: Buffer.from('remark') });
    const change = fc.record({ at: fc.nat(), gone: fc.nat(12), put: fc.uint8Array({ maxLength: 12 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        let bytes = Buffer.from(whole);
        for (const { at, gone, put } of changes) {
          // most of the interesting bytes are at the end
          const place = bytes.length - 1 - (at % Math.min(bytes.length, at % 2 === 0 ? 150 : bytes.length));
          bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + gone)]);
        }
        const archive = await openArchive(new Blob([new Uint8Array(bytes)]));
        if (!archive) return;
        if (!archive.ok) expect(IMPORT_CODES).toContain(archive.code);
        else
          for (const { unpack } of archive.files) {
            const read = await unpack();
            if (read.ok) expect([MAT, MAT.slice(0, 200), '']).toContain(Buffer.from(read.value).toString());
            else expect(IMPORT_CODES).toContain(read.code);
          }
      }),
      { numRuns: 400 },
    );
  });

  test('IM134a costs less than three seconds and 300 MB, whatever it is full of', async () => {
    const zeros = deflateRawSync(Buffer.alloc(100_000_000));
    const cases = [
      zipOf([{ name: 'a', packed: zeros, size: 15_999_999 }]),
      new Uint8Array(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(70_000, 'PK\x05\x06')])),
      zipOf(Array.from({ length: 60_000 }, () => ({ name: '' }))),
      zipOf(Array.from({ length: 200 }, () => ({ name: '/'.repeat(60_000), method: 0 }))),
    ];
    const before = process.memoryUsage().rss;
    const began = process.cpuUsage();
    for (const bytes of cases) {
      const archive = await openArchive(blob(bytes));
      if (archive?.ok) for (const { unpack } of archive.files.slice(0, 50)) await unpack();
    }
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(3_000);
    expect((process.memoryUsage().rss - before) / 1_000_000).toBeLessThan(300);
  });
});

describe('bg-record import of an archive', () => {
  const file = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };

  test('IM135 reads each file in it, names those that are no match, and writes all matches into one file', async () => {
    const path = file(
      'all.zip',
      zipOf([
        { name: 'a/one.mat', content: MAT },
        { name: 'read me.txt', content: 'no match' },
        { name: 'two.mat', content: MAT },
        { name: 'locked.mat', content: MAT, flags: 1 },
      ]),
    );
    const { code, stdout, stderr } = await bgRecord(['import', path]);
    expect(code).toBe(1);
    expect(stdout.split('\n').map((line) => line.replace(/^.*all\.zip/, '').split(':')[0])).toEqual([
      '/a/one.mat',
      '/two.mat',
      '',
    ]);
    expect(stderr).toMatch(/all\.zip\/read me\.txt": not read at line 1 \(no-match\): /);
    expect(stderr).toMatch(/all\.zip\/locked\.mat: not read \(other-format\): The archive is locked with a password\./);
    const json = await bgRecord(['import', '--json', path]);
    const lines = json.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => [line.file.slice(path.length), line.ok])).toEqual([
      ['/a/one.mat', true],
      ['/read me.txt', false],
      ['/two.mat', true],
      ['/locked.mat', false],
    ]);
    const written = await bgRecord(['import', '--format', 'mat', path]);
    expect(written.stdout).toContain('[Player 1');
    const again = await readImport(written.stdout);
    expect(again.ok && again.kind === 'matches' ? again.matches.length : 0).toBe(2);
    expect(stderr + json.stderr + written.stderr).not.toMatch(STACK_TRACE);
  });

  test('IM135a says how many files it left out, and refuses an archive as a whole', async () => {
    const many = zipOf(Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}.txt`, content: 'x', method: 0 })));
    const { code, stderr } = await bgRecord(['import', file('many.zip', many)]);
    expect(code).toBe(1);
    expect(stderr.split('\n').at(-2)).toMatch(
      /many\.zip: The archive has 2001 files, of which the first 2000 were read\.$/,
    );
    const cut = await bgRecord(['import', file('cut.zip', many.slice(0, 500))]);
    expect(cut.stderr).toMatch(/cut\.zip: not read at byte 501 \(damaged\): The archive has no index\.\n$/);
  });

  test('IM135b leaves an archive on the disk, and holds no more than 16 MB of anything that comes from elsewhere', async () => {
    const head = zipOf([{ name: 'one.mat', content: MAT }]);
    const [short, long] = [file('short.zip', head), file('long.zip', head)];
    const indexSize = new DataView(head.buffer, head.length - 22).getUint32(12, true);
    const gap = 250_000_000;
    // The index of the same file stands 250 MB further back, behind a hole.
    const index = head.slice(head.length - 22 - indexSize);
    const place = new DataView(index.buffer, index.length - 22);
    place.setUint32(16, place.getUint32(16, true) + gap, true);
    const to = openSync(long, 'r+');
    writeSync(to, index, 0, index.length, head.length - index.length + gap);
    closeSync(to);
    const report = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
    /** The most memory of an import, in MB. */
    const memory = async (path: string) => {
      const { code, stdout, stderr } = await bgRecord(['import', path], '', [
        `--import=data:text/javascript,${report}`,
      ]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('.zip/one.mat')]);
      return Number(stderr) / 1_000;
    };
    expect((await memory(long)) - (await memory(short))).toBeLessThan(60);

    const most = new Uint8Array(16_000_001);
    most.set(head);
    const server = createServer((_, response) => response.end(most));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const address = await bgRecord(['import', `http://127.0.0.1:${port}/all.zip`]);
    server.close();
    const input = await bgRecord(['import', '-'], most);
    for (const { code, stdout, stderr } of [address, input]) {
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /The file is larger than 16 MB\. To read a larger archive, save it and give its path\.\n$/,
      );
    }
  });

  test('IM135c says that an archive was changed while it was read, and keeps what it has read', async () => {
    const path = file(
      'changing.zip',
      zipOf([
        { name: 'one.mat', content: MAT },
        { name: 'two.mat', content: MAT },
      ]),
    );
    const { code, lines } = await importWhile(path, () => utimesSync(path, 1, 1));
    expect(code).toBe(2);
    expect(lines).toEqual([
      expect.stringContaining('changing.zip/one.mat'),
      expect.stringMatching(/changing\.zip: it was removed or changed while it was read\.$/),
    ]);
  });
});

/** Imports a file in this process, and calls `afterFirst` when the first match of it was printed. */
async function importWhile(path: string, afterFirst: () => void) {
  const lines: string[] = [];
  const note = (text: string | Uint8Array) => {
    if (lines.push(String(text).trimEnd()) === 1) afterFirst();
    return true;
  };
  const writes = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(note));
  try {
    return { code: await runProgram(['import', path]), lines };
  } finally {
    for (const write of writes) write.mockRestore();
  }
}
