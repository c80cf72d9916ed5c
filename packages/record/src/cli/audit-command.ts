import { parsePolicy } from 'tlog-kit';
import type { Given } from './arguments.ts';
import { type AuditReport, audit } from './audit/audit.ts';
import { AuditEnd, unwrapped } from './audit/finding.ts';
import { type AuditState, readState, writeState } from './audit/state-file.ts';
import { EXIT } from './exit-codes.ts';
import { readBytes, reasonOf } from './read.ts';
import { coloured, printable, stage } from './terminal.ts';

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
  const counter = stage(process.stderr);
  try {
    const report = await audit({
      url,
      state: await readState(file),
      keep: (next: AuditState) => writeState(file, next),
      policy: policy === undefined ? null : unwrapped(parsePolicy(unwrapped(await readBytes(policy)))),
      serverKey,
      sample: sample ?? null,
      progress: counter.show,
      now: Date.now,
    });
    counter.end();
    const isClean = report.findings.length === 0;
    process.stdout.write(json ? `${JSON.stringify({ ok: isClean, ...report })}\n` : table(report));
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
  const said = `not finished (${code}): ${message}`;
  const colour = code === 'contradiction' || CAUGHT.includes(code) ? 'red' : 'yellow';
  const text = coloured(printable(said), colour, process.stdout);
  const shown = typeof evidence === 'string' ? evidence.trimEnd() : JSON.stringify(evidence);
  const proof = evidence === null ? '' : `\n${shown}`;
  process.stdout.write(json ? `${JSON.stringify({ ok: false, code, message, evidence })}\n` : `${text}${proof}\n`);
  if (code === 'contradiction') return EXIT.fork;
  return CAUGHT.includes(code) ? EXIT.notValid : EXIT.unreadable;
}

function table({ origin, vkeys, size, counts, players, totals, findings }: AuditReport): string {
  const byName = new Map<string, number>();
  for (const { name } of findings) byName.set(name, (byName.get(name) ?? 0) + 1);
  const rows: readonly (readonly [string, string | number])[] = [
    ['log', origin],
    ['key of the log', vkeys.join(', ')],
    ['entries', size],
    ...Object.entries(counts).map(([type, count]) => [`  ${type}`, count] as const),
    ['players', players],
    ['records verified', `${totals.records}${totals.isWhole ? '' : ', a sample'}`],
    ['  events', totals.events],
    ['  bytes', totals.bytes],
    ['  forfeits', totals.forfeits],
    ['  refunds', totals.refunds],
    ['differences', findings.length],
    ...[...byName].map(([name, count]) => [`  ${name}`, count] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => printable(`${name.padEnd(width)}${value}`));
  const said = findings.map(({ name, message, evidence }) => {
    const shown = evidence === null ? '' : ` ${JSON.stringify(evidence)}`;
    return coloured(printable(`${name}: ${message}${shown}`), 'red', process.stdout);
  });
  return `${[...lines, ...said].join('\n')}\n`;
}
