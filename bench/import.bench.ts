// Measures how long the reader of matches of other programs takes for a match to 25 points in each format, and for 100 of them, and how
// much memory: each reading once more in a process of its own, beside one that reads nothing. MATCHES is another number than 100.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gamesOf } from '../packages/record/src/export/games.ts';
import { xgFile, xgRecordsOf } from '../packages/record/test/support/xg.ts';
import { wholeRecord } from './record.ts';
import { timings } from './timing.ts';

// Measures the published build, not the sources through a compiler.
const built = new URL('../packages/record/dist/', import.meta.url).href;
const { readImport }: typeof import('../packages/record/src/import/index.ts') = await import(`${built}import.js`);
const { toMat, toOgxm, toSgf }: typeof import('../packages/record/src/index.ts') = await import(`${built}index.js`);

const record = await wholeRecord();
const [{ name: one }, { name: two }] = record.header.players;
const xg = xgRecordsOf({ names: [one, two], length: 25 }, gamesOf(record));
const files: Readonly<Record<string, Uint8Array>> = {
  '.mat': Buffer.from(toMat(record)),
  '.sgf': Buffer.from(toSgf(record)),
  '.ogxm': toOgxm(record),
  '.xg': xgFile(xg),
};

async function read(bytes: Uint8Array): Promise<void> {
  const found = await readImport(bytes);
  if (!found.ok) throw new Error(`${found.code}: ${found.message}`);
}

const MATCHES = Number(process.env.MATCHES ?? 100);
const rows = await timings(
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, () => read(bytes)])),
  9,
  3,
);
const folder = mkdtempSync(join(tmpdir(), 'anchor-import-'));
try {
  console.log(`a match to 25 points, ${gamesOf(record).length} games, ${record.events.length} events`);
  console.log(`format      bytes  median ms  CPU ms  MB more     ${MATCHES} matches: CPU s  MB more`);
  for (const { name, medianMs, cpuMs } of rows) {
    const file = join(folder, `match${name}`);
    writeFileSync(file, files[name] ?? new Uint8Array());
    const idle = memoryMb(file, 0);
    const begin = process.cpuUsage();
    for (let n = 0; n < MATCHES; n++) await read(files[name] ?? new Uint8Array());
    const { user, system } = process.cpuUsage(begin);
    const cells = [
      `${files[name]?.length}`.padStart(11),
      medianMs.toFixed(1).padStart(11),
      (cpuMs ?? 0).toFixed(1).padStart(8),
      (memoryMb(file, 1) - idle).toFixed(0).padStart(9),
      ((user + system) / 1e6).toFixed(1).padStart(23),
      (memoryMb(file, MATCHES) - idle).toFixed(0).padStart(9),
    ];
    console.log(`${name.padEnd(6)}${cells.join('')}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** The most memory, in MB, that a process has which reads the file so many times. */
function memoryMb(file: string, times: number): number {
  const program = `
    import { readFileSync } from 'node:fs';
    const { readImport } = await import(${JSON.stringify(`${built}import.js`)});
    const bytes = readFileSync(${JSON.stringify(file)});
    for (let n = 0; n < ${times}; n++) await readImport(bytes);
    console.log(process.resourceUsage().maxRSS / 1024);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}
