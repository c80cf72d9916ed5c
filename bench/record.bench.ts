// Measures the verification of a whole record and, alternating with it, of only its signatures by the
// platform.
import { createPublicKey, verify as nativeVerify } from 'node:crypto';
import { spki } from '../packages/record/src/crypto/der.ts';
import { type Check, longRecord, signatureChecks } from './record.ts';

import { inChromium } from './record-chromium.ts';
import { type Timing, timings } from './timing.ts';

// Measures the published build, not the sources through a compiler.
const built = new URL('../packages/record/dist/index.js', import.meta.url).href;
const { verify }: typeof import('../packages/record/src/verify.ts') = await import(built);
const record = await longRecord();
const checks = signatureChecks(record);
const keys = new Map(
  checks.map(({ pub }) => [pub, createPublicKey({ key: Buffer.from(spki(pub)), format: 'der', type: 'spki' })]),
);

function onThreadPool({ pub, message, sig }: Check): Promise<boolean> {
  return new Promise((resolve, reject) => {
    nativeVerify(null, message, keys.get(pub)!, sig, (error, right) => (error ? reject(error) : resolve(right)));
  });
}

async function allRight(results: Promise<boolean>[]): Promise<void> {
  if ((await Promise.all(results)).includes(false)) throw new Error('a signature is not valid');
}

const contenders = {
  'whole record': async () => {
    if (!(await verify(record)).ok) throw new Error('the record is not valid');
  },
  'signatures only, thread pool': () => allRight(checks.map(onThreadPool)),
  'signatures only, one by one': async () => {
    for (const { pub, message, sig } of checks) {
      if (!nativeVerify(null, message, keys.get(pub)!, sig)) throw new Error('a signature is not valid');
    }
  },
};

function print(title: string, rows: readonly Timing[]): void {
  console.log(`\n${title}, ${record.events.length} events, ${checks.length} signatures`);
  console.log(line('', 'median ms', 'best ms', 'CPU ms', 'whole record: by rounds', 'CPU'));
  const [whole] = rows;
  for (const { name, medianMs, bestMs, cpuMs, firstIsTimes } of rows) {
    const times = whole?.cpuMs && cpuMs ? `${(whole.cpuMs / cpuMs).toFixed(2)} times` : '';
    const ms = [medianMs, bestMs, cpuMs].map((each) => each?.toFixed(1) ?? '');
    console.log(line(name, ...ms, `${firstIsTimes.toFixed(2)} times`, times));
  }
}

function line(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(30)}${cells.map((cell, i) => cell.padStart(i === 3 ? 25 : 12)).join('')}`;
}

print('Node', await timings(contenders));
const browser = await inChromium(record, checks);
if (browser === null) console.log('\nChromium: not found, or the packages are not built (CHROMIUM names another path)');
else print('Chromium', browser);
