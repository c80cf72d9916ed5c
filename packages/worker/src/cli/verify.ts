import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { agreedResult, type CheckedReport, checkReport, type Judged, type ReportFault } from '@anchor/analysis';
import type { JobResult } from '@anchor/wire';
import { MAX_TEXT_BYTES, parseRecordText, sha256, toHex, verify } from 'bg-record';
import { ANCHOR_NET_ID } from '../engine/anchor-net.ts';
import { openEngine } from '../engine/open-engine.ts';
import type { Engine } from '../engine/types.ts';
import { evaluateJob } from '../jobs/evaluate-job.ts';
import type { VerifyOptions } from './arguments.ts';
import { type Given, makeSettings } from './settings.ts';
import { EXIT } from './usage.ts';

/** A report with two opinions on each decision of a long match takes a few megabytes. */
const MAX_REPORT_BYTES = 64_000_000;
const USUAL_SAMPLE = 20;
/** Faults that are shown; the number of the others is shown too. */
const MOST_SHOWN = 20;

/** A fault of the record or the report, or a judgement that the engine does not give. */
type Fault = { readonly code: string; readonly event: number | null; readonly message: string };

/** The comparison of a sample with an engine on this machine. */
interface Rerun {
  readonly engineId: string;
  readonly seed: string;
  readonly sample: number;
  /** Number of judgements of the sample with which the engine agrees, as strict mode compares. */
  readonly agreed: number;
  /** Largest differences of an equity, and of a chance. */
  readonly equity: number;
  readonly chance: number;
  /** The event of the largest difference of an equity. Null without one. */
  readonly event: number | null;
}

type Read<T> = { readonly ok: true; readonly value: T };
type Stop = { readonly ok: false; readonly exit: number; readonly fault: Fault };

interface Verification {
  readonly checked: CheckedReport;
  readonly faults: readonly Fault[];
  readonly rerun: Rerun | null;
}

/**
 * The `verify` command: checks that the report on a match follows from signed judgements of its decisions, and lets an engine on this
 * machine judge a sample of them again. Returns the exit code.
 */
export async function verifyCommand(
  options: VerifyOptions,
  given: Given,
  print: (lines: string | readonly string[]) => void,
): Promise<number> {
  const done = await verification(options, given);
  if ('exit' in done) {
    print(
      options.json ? JSON.stringify({ verdict: VERDICTS[done.exit], faults: [done.fault] }) : sentenceOf(done.fault),
    );
    return done.exit;
  }
  const { checked, faults, rerun } = done;
  const exit = faults.length === 0 ? EXIT.finished : EXIT.notVerified;
  const { engineId, ply, questions, confirmed } = checked;
  const counts = { questions, confirmed, signed: signedCount(checked), keys: Object.fromEntries(keysOf(checked)) };
  if (options.json) print(JSON.stringify({ verdict: VERDICTS[exit], engineId, ply, ...counts, rerun, faults }));
  else print(linesOf(done));
  return exit;
}

async function verification(options: VerifyOptions, given: Given): Promise<Verification | Stop> {
  const record = await readRecord(options);
  if (!record.ok) return record;
  const answer = await readJson(options.report);
  if (!answer.ok) return answer;
  const checked = await checkReport(record.value, answer.value, { isSignedOnly: options.signed });
  if (checked.faults.length > 0 || options.sample === 0) return { checked, faults: checked.faults, rerun: null };
  const again = await rerunSample(checked, options, given);
  return 'exit' in again ? again : { checked, ...again };
}

async function readRecord({ record, serverKey }: VerifyOptions) {
  const bytes = await readBytes(record, MAX_TEXT_BYTES);
  if (!bytes.ok) return bytes;
  const parsed = parseRecordText(bytes.value);
  const verified = parsed.ok
    ? await verify(parsed.value, { serverKey: serverKey ?? undefined })
    : { event: null, ...parsed };
  if (verified.ok) return { ok: true as const, value: verified.record };
  const { code, event, message } = verified;
  return stop(EXIT.notVerified, { code, event, message: `The record is not valid: ${message}` });
}

async function readJson(path: string): Promise<Read<unknown> | Stop> {
  const bytes = await readBytes(path, MAX_REPORT_BYTES);
  if (!bytes.ok) return bytes;
  try {
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.value)) };
  } catch {
    return stop(EXIT.notVerified, { code: 'report-malformed', event: null, message: `${path} is not JSON.` });
  }
}

async function readBytes(path: string, most: number): Promise<Read<Uint8Array> | Stop> {
  const unreadable = (reason: string) => {
    return stop(EXIT.usage, { code: 'unreadable', event: null, message: `${path} cannot be read: ${reason}.` });
  };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      size += chunk.length;
      if (size > most) return unreadable(`it is larger than ${most / 1e6} MB`);
      chunks.push(chunk);
    }
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
  return { ok: true, value: Buffer.concat(chunks) };
}

async function rerunSample(checked: CheckedReport, options: VerifyOptions, given: Given) {
  const settings = makeSettings({ server: 'http://localhost', key: '-', ...engineFor(checked, given) }, () => 'verify');
  if (!settings.ok) return stop(EXIT.usage, { code: 'usage', event: null, message: `${settings.message}.` });
  const { engine: kind, enginePath: path, engineId: id, ply: most } = settings.value;
  if (checked.ply > most) {
    const message = `The report is of ${checked.ply} plies, and this machine judges at ${most} at most: see --ply. ${NO_ENGINE}`;
    return stop(EXIT.engineUnfit, { code: 'too-deep', event: null, message });
  }
  const opened = await openEngine({ kind, path, id });
  if (!opened.ok)
    return stop(EXIT.engineUnfit, { code: opened.code, event: null, message: `${opened.message} ${NO_ENGINE}` });
  const seed = options.seed ?? randomBytes(8).toString('hex');
  try {
    return await judgeAgain(
      opened.value,
      checked,
      sampleOf(checked.judged, seed, options.sample ?? USUAL_SAMPLE),
      seed,
    );
  } finally {
    await opened.value.close();
  }
}

const NO_ENGINE = '--sample 0 checks the report without an engine.';

/** The engine that the owner names, else the one of the report if this program knows it. */
function engineFor({ engineId }: CheckedReport, { engine, enginePath, engineId: named, ply }: Given): Given {
  const kind = engine ?? (engineId === ANCHOR_NET_ID ? 'anchor-net' : undefined);
  const chosen = { engine: kind, enginePath, engineId: named, ply };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}

/** Anyone who knows the seed draws the same sample. */
export function sampleOf(judged: readonly Judged[], seed: string, count: number): readonly Judged[] {
  const lot = ({ events }: Judged) => toHex(sha256(new TextEncoder().encode(`${seed}\n${events[0]}`)));
  return judged
    .map((one) => ({ one, lot: lot(one) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}

async function judgeAgain(engine: Engine, { engineId, ply }: CheckedReport, sample: readonly Judged[], seed: string) {
  const faults: Fault[] = [];
  let rerun: Rerun = { engineId: engine.id, seed, sample: sample.length, agreed: 0, equity: 0, chance: 0, event: null };
  for (const { job, events, result, workers } of sample) {
    const [event = 0] = events;
    const again = await evaluateJob(engine, job);
    if (!again.ok) {
      const message = `The engine did not judge event ${event} at ${ply} plies: ${again.message}`;
      return stop(EXIT.engineUnfit, { code: again.code, event, message });
    }
    const { equity, chance } = differenceOf(result, again.value);
    const isAgreed = agreedResult(result, again.value) !== null;
    if (!isAgreed && engine.id === engineId) {
      const by = workers.length === 0 ? 'a worker without a key' : workers.join(' and ');
      const figure = `equities differ by up to ${shown(equity)}`;
      const message = `${engineId} judges event ${event} in another way here than ${by} said: ${figure}.`;
      faults.push({ code: 'not-reproduced', event, message });
    }
    rerun = {
      ...rerun,
      agreed: rerun.agreed + Number(isAgreed),
      chance: Math.max(rerun.chance, chance),
      ...(equity > rerun.equity && { equity, event }),
    };
  }
  return { rerun, faults };
}

/** The largest differences between two results of one question that have the same plays. */
export function differenceOf(one: JobResult, other: JobResult): { readonly equity: number; readonly chance: number } {
  const others = new Map(other.plays.map((play) => [play.hops.join(), play]));
  let [equity, chance] = [0, 0];
  for (const { hops, equity: said, probs } of one.plays) {
    const again = others.get(hops.join());
    equity = Math.max(equity, Math.abs(said - (again?.equity ?? Number.POSITIVE_INFINITY)));
    for (const [place, part] of (probs ?? []).entries())
      chance = Math.max(chance, Math.abs(part - (again?.probs?.[place] ?? part)));
  }
  if (one.cube && other.cube)
    for (const name of ['noDouble', 'doubleTake'] as const)
      equity = Math.max(equity, Math.abs(one.cube[name] - other.cube[name]));
  return { equity, chance };
}

function signedCount({ judged }: CheckedReport): number {
  return judged.filter(({ workers }) => workers.length > 0).length;
}

/** The keys that have signed, with the number of judgements of each, the largest first. */
function keysOf({ judged }: CheckedReport): readonly (readonly [key: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const worker of judged.flatMap(({ workers }) => workers)) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function linesOf({ checked, faults, rerun }: Verification): string[] {
  const { engineId, ply, questions } = checked;
  const lines = faults.slice(0, MOST_SHOWN).map(sentenceOf);
  if (faults.length > MOST_SHOWN) lines.push(`… and ${faults.length - MOST_SHOWN} more.`);
  if (checked.faults.length === 0) {
    lines.push(
      `The report is about this match and follows from ${questions} judgements of ${engineId} at ${ply} plies.`,
    );
    lines.push(`${signedCount(checked)} of them are signed${keysOf(checked).length > 0 ? ', by these workers:' : '.'}`);
    for (const [key, count] of keysOf(checked)) lines.push(`  ${key}  ${count}`);
    lines.push(confirmationText(checked));
  }
  if (rerun) lines.push(rerunText(rerun, checked));
  else if (faults.length === 0)
    lines.push('No judgement was made again, so how well the workers judged is not checked.');
  return lines;
}

/** Only the service knows the door keys, so this is what it says. */
function confirmationText({ confirmed, questions }: CheckedReport): string {
  if (confirmed === questions) return 'The service says that workers behind different door keys agree on each of them.';
  const open = confirmed === 0 ? 'They are' : `${questions - confirmed} of them are`;
  return `${open} not independently confirmed: the service names no agreement of workers behind different door keys.`;
}

function rerunText({ engineId, sample, seed, agreed, equity, chance, event }: Rerun, checked: CheckedReport): string {
  const place = event === null ? '' : ` (event ${event})`;
  const note =
    engineId === checked.engineId ? '' : ' Another engine than that of the report: a difference is no fault.';
  return (
    `${engineId} on this machine judged ${sample} of them again (--seed ${seed}) and agrees with ${agreed}. ` +
    `Equities differ by at most ${shown(equity)}${place}, chances by ${shown(chance)}.${note}`
  );
}

function sentenceOf({ code, event, message }: ReportFault | Fault): string {
  return `not verified${event === null ? '' : ` at event ${event}`} (${code}): ${message}`;
}

function shown(difference: number): string {
  return difference.toFixed(6);
}

const VERDICTS: Readonly<Record<number, string>> = {
  [EXIT.finished]: 'verified',
  [EXIT.notVerified]: 'not-verified',
  [EXIT.usage]: 'unreadable',
  [EXIT.engineUnfit]: 'engine-unfit',
};

function stop(exit: number, fault: Fault): Stop {
  return { ok: false, exit, fault };
}
