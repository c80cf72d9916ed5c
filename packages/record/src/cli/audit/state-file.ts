import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject } from '../../fields.ts';
import { AuditEnd, type Finding } from './finding.ts';
import type { GapsState } from './gaps.ts';
import type { KeysState } from './keys.ts';
import type { ReplayState } from './replay.ts';

const VERSION = 'bg-record-audit/4';

/** The state of an audit between runs. */
export interface AuditState {
  readonly version: typeof VERSION;
  readonly url: string;
  /** The verifier keys of the log that this audit accepts. */
  readonly vkeys: readonly string[];
  /** The newest checkpoint that was verified. */
  readonly note: string | null;
  /** Number of entries that were read. */
  readonly entries: number;
  /** Number of entries whose records were read. */
  readonly records: number;
  readonly replay: ReplayState | null;
  readonly keys: KeysState | null;
  readonly gaps: GapsState | null;
  /** Players with new entries whose cards were not compared yet. */
  readonly changed: readonly string[];
  readonly totals: Totals;
  readonly findings: readonly Finding[];
}

/** Sums over the records that were read. */
export interface Totals {
  readonly dice: readonly number[];
  /** Number of records that were verified. */
  readonly records: number;
  /** Number of records of another format, which were compared with their entries and not verified. */
  readonly compared: number;
  readonly forfeits: number;
  readonly refunds: number;
  readonly events: number;
  readonly bytes: number;
  readonly bots: readonly string[];
  /** False if the audit read only a sample. */
  readonly isWhole: boolean;
}

const NO_TOTALS: Totals = {
  dice: [0, 0, 0, 0, 0, 0],
  records: 0,
  compared: 0,
  forfeits: 0,
  refunds: 0,
  events: 0,
  bytes: 0,
  bots: [],
  isWhole: true,
};

export function newState(url: string, vkeys: readonly string[]): AuditState {
  const empty = {
    note: null,
    entries: 0,
    records: 0,
    replay: null,
    keys: null,
    gaps: null,
    changed: [],
    totals: NO_TOTALS,
    findings: [],
  };
  return { version: VERSION, url, vkeys, ...empty };
}

/** Reads the state of an earlier run. Null if there is none. */
export async function readState(file: string): Promise<AuditState | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && value.version === VERSION) return value as unknown as AuditState;
  } catch {
    // The next line says it.
  }
  throw new AuditEnd(
    'state-form',
    `${file} is not the state of an audit. Name another file, or remove it to begin anew.`,
  );
}

/** Replaces the state file atomically. */
export async function writeState(file: string, state: AuditState): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(state)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dirname(file));
  await folder.sync().finally(() => folder.close());
}
