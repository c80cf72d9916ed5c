import { parsePolicy } from 'tlog-kit';
import type { Given } from './arguments.ts';
import { type AuditReport, audit } from './audit/audit.ts';
import { AuditEnd, unwrapped } from './audit/finding.ts';
import { type AuditState, readState, writeState } from './audit/state-file.ts';
import { EXIT } from './exit-codes.ts';
import { readBytes, reasonOf } from './read.ts';
import { keyStart } from './sentence.ts';
import { print, progressLine } from './terminal.ts';

/** `bg-record audit`: checks log, records and lists of a service, and prints a table and each difference. */
export async function auditCommand({
  sources: [url = ''],
  json,
  serverKey,
  policy,
  state,
  sample,
}: Given): Promise<number> {
  const file = state ?? `${new URL(url).host.replace(':', '-')}.audit.json`;
  const counter = progressLine();
  try {
    const report = await audit({
      url,
      state: await readState(file),
      keep: (next: AuditState) => writeState(file, next),
      policy: policy === undefined ? null : unwrapped(parsePolicy(unwrapped(await readBytes(policy)))),
      serverKey,
      sample: sample ?? null,
      progress: (stage, done, total) => counter.show(`${stage}: ${done} of ${total}`),
      now: Date.now,
    });
    counter.end();
    const isClean = report.findings.length === 0;
    if (json) print(JSON.stringify({ ok: isClean, ...report }));
    else printTable(report);
    return isClean ? EXIT.valid : EXIT.notValid;
  } catch (error) {
    counter.end();
    return ended(error, json);
  }
}

/** Codes of a log that was caught. Other codes say only that the audit could not finish. */
const CAUGHT: readonly string[] = [
  'rolled-back',
  'bad-signature',
  'unknown-signers',
  'wrong-tile',
  'wrong-entry',
  'wrong-root',
  'bundle-form',
  'tile-length',
  'note-form',
  'checkpoint-form',
  'wrong-origin',
];

function ended(error: unknown, json: boolean): number {
  const code = error instanceof AuditEnd ? error.code : 'unreadable';
  const message = error instanceof AuditEnd ? error.message : `${reasonOf(error)}.`;
  const evidence = error instanceof AuditEnd ? error.evidence : null;
  if (json) print(JSON.stringify({ ok: false, code, message, evidence }));
  else {
    const colour = code === 'contradiction' || CAUGHT.includes(code) ? 'red' : 'yellow';
    print(`not finished (${code}): ${message}`, colour);
    if (evidence !== null)
      print(typeof evidence === 'string' ? evidence.trimEnd().split('\n') : JSON.stringify(evidence));
  }
  if (code === 'contradiction') return EXIT.fork;
  return CAUGHT.includes(code) ? EXIT.notValid : EXIT.unreadable;
}

/** Such as `3 of 120 (2.5%)`. */
function share(part: number, whole: number): string {
  return `${part} of ${whole}${whole === 0 ? '' : ` (${((100 * part) / whole).toFixed(1)}%)`}`;
}

function printTable({ origin, vkeys, size, counts, players, totals, servers, gaps, findings }: AuditReport): void {
  const byName = new Map<string, number>();
  for (const { name } of findings) byName.set(name, (byName.get(name) ?? 0) + 1);
  const rows: readonly (readonly [string, string | number])[] = [
    ['log', origin],
    ['key of the log', vkeys.join(', ')],
    ['entries', size],
    ...Object.entries(counts).map(([type, count]) => [`  ${type}`, count] as const),
    ['players', players],
    ['records verified', `${totals.records}${totals.isWhole ? '' : ', a sample'}`],
    ['compared only, another format', totals.compared],
    ['  events', totals.events],
    ['  bytes', totals.bytes],
    ['  forfeits', totals.forfeits],
    ['  refunds', totals.refunds],
    ['gaps over 10 s', gaps.long],
    ['  other matches went on', gaps.others],
    ...servers.flatMap(({ server, matches, time, abandonment }) => [
      ['server', keyStart(server)] as const,
      ['  lost on time', share(time, matches)] as const,
      ['  lost by absence', share(abandonment, matches)] as const,
    ]),
    ['differences', findings.length],
    ...[...byName].map(([name, count]) => [`  ${name}`, count] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  print(rows.map(([name, value]) => `${name.padEnd(width)}${value}`));
  const said = findings.map(({ name, message, evidence }) => {
    return `${name}: ${message}${evidence === null ? '' : ` ${JSON.stringify(evidence)}`}`;
  });
  print(said, 'red');
}
