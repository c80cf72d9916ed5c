// Measures `bg-record audit` of a service with many finished matches in memory, by turns with the bare checks of their
// signatures. Processor time counts all threads of this process. MATCHES=10000 sets the number; making them takes longer than
// auditing them.
import { createPublicKey, verify as nativeVerify } from 'node:crypto';
import { CREATED, headerOf, Table, vectorKeys } from '../packages/record/scripts/vectors/table.ts';
import { audit } from '../packages/record/src/cli/audit/audit.ts';
import { spki } from '../packages/record/src/crypto/der.ts';
import { encodeLogEntry } from '../packages/record/src/log-entry.ts';
import type { MatchRecord } from '../packages/record/src/types.ts';
import { entriesOf, firstEntry, openLyingLog, URL_OF_SERVICE } from '../packages/record/test/support/lying-log.ts';
import { type Check, signatureChecks } from './record.ts';

const MATCHES = Number(process.env.MATCHES ?? 1000);
/** Turns of a match before the rest is resigned: about the length of a game. */
const TURNS = 40;
const HOUR = 3_600_000;
const keys = await vectorKeys();

async function makeRecord(n: number): Promise<MatchRecord> {
  const created = CREATED + n * HOUR;
  const table = new Table(headerOf(`bench-${n}`, keys, { length: 1, chain: 128, created }), keys);
  await (await table.open()).turns(TURNS);
  if (!table.ledger.state.result) await table.send('resign 1', 'accept');
  return (await table.close()).record;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function measured(work: () => Promise<void>): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const [wall, cpu] = [performance.now(), cpuMs()];
  await work();
  return { wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu };
}

console.log(`making ${MATCHES} matches`);
const records: MatchRecord[] = [];
for (let n = 0; n < MATCHES; n++) records.push(await makeRecord(n));
const entries = entriesOf(records);
const log = await openLyingLog(records, [await firstEntry(), ...entries]);
// A service sends stored bytes, so that writing them is no part of the audit.
const bodies = new Map(
  records.map((record) => [`${URL_OF_SERVICE}/records/${record.header.id}.json`, Buffer.from(JSON.stringify(record))]),
);
const fetchStored: typeof log.fetch = async (url, init) => {
  const body = bodies.get(url);
  return body ? new Response(new Uint8Array(body)) : log.fetch(url, init);
};

async function wholeAudit(): Promise<void> {
  const report = await audit({
    url: URL_OF_SERVICE,
    fetch: fetchStored,
    state: null,
    keep: async () => undefined,
    policy: null,
    serverKey: keys.server.pub,
    sample: null,
    progress: () => undefined,
    now: () => log.now,
  });
  if (report.findings.length > 0) throw new Error(JSON.stringify(report.findings[0]));
  if (report.totals.records !== MATCHES) throw new Error(`${report.totals.records} records were verified`);
}

const checks = records.flatMap(signatureChecks);
const publicKeys = new Map(
  [...new Set(checks.map(({ pub }) => pub))].map((pub) => {
    const key = createPublicKey({ key: Buffer.from(spki(pub)), format: 'der', type: 'spki' });
    return [pub, key] as const;
  }),
);

async function bareSignatures(): Promise<void> {
  for (const { pub, message, sig } of checks satisfies Check[])
    if (!nativeVerify(null, message, publicKeys.get(pub)!, sig)) throw new Error('a signature is not valid');
}

console.log(`${MATCHES} matches, ${checks.length} events\n`);
console.log(
  'round'.padEnd(8) + ['audit s', 'audit CPU s', 'signatures CPU s', 'share'].map((t) => t.padStart(18)).join(''),
);
for (let round = 1; round <= 2; round++) {
  const whole = await measured(wholeAudit);
  const bare = await measured(bareSignatures);
  const cells = [whole.wallMs / 1000, whole.cpuMs / 1000, bare.cpuMs / 1000].map((s) => s.toFixed(2).padStart(18));
  const share = `${((100 * bare.cpuMs) / whole.cpuMs).toFixed(0)} %`;
  console.log(`${round}`.padEnd(8) + cells.join('') + share.padStart(18));
}

const bytesOf = (sizes: readonly number[]) => Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
const perEntry = bytesOf(entries.map((entry) => Buffer.byteLength(encodeLogEntry(entry))));
const logBytes = [...log.storage.files.values()].reduce((sum, file) => sum + file.length, 0);
console.log(
  `\nbytes of a match: ${bytesOf([...bodies.values()].map((body) => body.length))} its record, ${perEntry} its entry`,
);
console.log(`bytes of the log for a match, tiles of all states included: ${Math.round(logBytes / MATCHES)}`);
