import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fetchSource, openCheckpoint, parseVkey, TileTree } from 'tlog-kit';
import type { Evidence, LogEvidence } from './evidence.ts';
import type { Facts } from './facts.ts';
import type { Fleet } from './fleet.ts';

const CLI = fileURLToPath(new URL('../../packages/record/dist/cli.js', import.meta.url));
const LOOK_MS = 80;
/** An entry that is not there after this time is lost. */
const GIVE_UP_MS = 60_000;

/** Collects every checkpoint that the processes show, until it is closed. */
export class HeadWatch {
  readonly #fleet: Fleet;
  readonly #heads = new Set<string>();
  readonly #over = new AbortController();
  readonly #loops: readonly Promise<void>[];

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
    this.#loops = fleet.members.map(({ port }) => this.#watch(port));
  }

  async #watch(port: number): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await this.#look(port).catch(() => undefined);
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #look(port: number): Promise<void> {
    const limit = AbortSignal.any([this.#over.signal, AbortSignal.timeout(5_000)]);
    const answer = await fetch(`http://127.0.0.1:${port}/log/checkpoint`, { signal: limit });
    if (answer.ok) this.#heads.add(await answer.text());
  }

  /** Ends the watch with a last look at each process. */
  async close(): Promise<ReadonlySet<string>> {
    await Promise.all(this.#fleet.members.map(({ port }) => this.#look(port).catch(() => undefined)));
    this.#over.abort();
    await Promise.all(this.#loops);
    return this.#heads;
  }
}

interface Inspection {
  readonly fleet: Fleet;
  readonly facts: Facts;
  readonly watch: HeadWatch;
  readonly serverKey: string;
  /** The settings of the servers' clock. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** The time that an entry may take after the last fault and the end of its match. */
  readonly entryMs: number;
}

/** Call it when the faults and the matches are over, and the servers still run. */
export async function inspectLog(parts: Inspection): Promise<LogEvidence> {
  const { fleet, facts, watch, serverKey, env, folder, entryMs } = parts;
  const port = fleet.upstream();
  if (port === null) return { heads: 0, contradictions: [], late: ['no server is up'], slowestMs: 0, audit: [] };
  const url = `http://127.0.0.1:${port}`;
  const { late, slowestMs } = await waitForEntries(url, [...facts.finished.keys()], entryMs);
  const heads = await watch.close();
  const contradictions = await compareHeads(url, heads);
  const audit = await auditService(url, ['--server-key', serverKey, '--state', join(folder, 'audit.json')], env);
  return { heads: heads.size, contradictions, late, slowestMs, audit };
}

async function waitForEntries(url: string, matches: readonly string[], entryMs: number) {
  const began = performance.now();
  const late: string[] = [];
  let missing = matches;
  let slowestMs = 0;
  while (missing.length > 0 && performance.now() - began < GIVE_UP_MS) {
    const asked = performance.now() - began;
    const found = await Promise.all(missing.map((match) => hasEntry(url, match)));
    const entered = missing.filter((_, i) => found[i]);
    if (entered.length > 0) slowestMs = Math.round(asked);
    if (asked > entryMs) late.push(...entered.map((match) => `${match} had its entry after ${Math.round(asked)} ms`));
    missing = missing.filter((_, i) => !found[i]);
    if (missing.length > 0) await sleep(LOOK_MS);
  }
  return { late: [...late, ...missing.map((match) => `${match} has no entry in the public log`)], slowestMs };
}

async function hasEntry(url: string, match: string): Promise<boolean> {
  const answer = await fetch(`${url}/records/${match}.tlog-proof`);
  await answer.arrayBuffer();
  return answer.ok;
}

/** Derives the root of each smaller tree from the last one. */
async function compareHeads(url: string, heads: ReadonlySet<string>): Promise<string[]> {
  const vkey = (await (await fetch(`${url}/log/vkey`)).text()).trim();
  const key = parseVkey(vkey);
  if (!key.ok) return [`${url} shows no key of the log: ${key.message}`];
  const signed = [...heads].map((note) => openCheckpoint(note, key.value.name, [key.value]));
  const bad = signed.flatMap((head) => (head.ok ? [] : [head.message]));
  const good = signed.flatMap((head) => (head.ok ? [head.value] : [])).toSorted((a, b) => b.size - a.size);
  const [last] = good;
  if (!last) return [...bad, 'no process has shown a checkpoint'];
  const source = fetchSource(`${url}/log`, { timeoutMs: 30_000 });
  const tree = new TileTree(last.size, last.root, source);
  for (const { size, root } of good) {
    const derived = await tree.rootAt(size);
    if (!derived.ok) bad.push(`the tree of ${last.size} entries has no root at ${size}: ${derived.message}`);
    else if (!Buffer.from(derived.value).equals(root))
      bad.push(`the checkpoint of ${size} entries does not fit that of ${last.size}`);
  }
  return bad;
}

/** Runs `bg-record audit` by the servers' clock. */
async function auditService(
  url: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const child = spawn(process.execPath, [CLI, 'audit', '--json', ...args, url], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  try {
    const report = JSON.parse(said);
    if (!Array.isArray(report.findings)) return [`the audit did not finish: ${report.code}: ${report.message}`];
    return report.findings.map(({ name, message }: Record<string, string>) => `${name}: ${message}`);
  } catch {
    return [`the audit ended with ${code} and said ${said.slice(0, 300)}`];
  }
}

export function finishesAreEntered({ log }: Evidence): readonly string[] {
  return log.late;
}

export function checkpointsAgree({ log }: Evidence): readonly string[] {
  return log.contradictions;
}

export function auditIsClean({ log }: Evidence): readonly string[] {
  return log.audit;
}
