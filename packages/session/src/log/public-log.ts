import {
  decodeLogEntry,
  entryDifferences,
  type HeaderLog,
  type LogEndEntry,
  type LogKeyEntry,
  type MatchRecord,
  toHex,
  type View,
  verifyLogEnd,
  verifyLogKey,
} from 'bg-record';
import { isSameLog, logOfKey, noteOfView, viewOfNote } from 'bg-record/log';
import {
  type Contradiction,
  fetchSource,
  formatContradiction,
  formatVkey,
  hashLeaf,
  LogReader,
  type LogView,
  MAX_PROOF_BYTES,
  openCheckpoint,
  parseProof,
  parseVkey,
  type TlogProof,
  verifyInclusion,
} from 'tlog-kit';
import { type Fetch, fetchText } from '../platform/fetch-text.ts';
import type { TextStorage } from '../platform/ports.ts';
import type { LogEvidence } from '../stores/evidence.ts';
import { type FormerLog, keepFormerLog, readFormerLogs } from './former-logs.ts';
import { type KeptLog, keepLog, keepUnchecked, readKeptLog, readUnchecked } from './kept-log.ts';

interface PublicLogPorts {
  readonly fetch: Fetch;
  readonly storage: TextStorage;
  /** The web origin of the service. The log is below its `/log`. */
  readonly site: string;
  /** Tells if a key is the server's present or a former one. Null while the server has not shown its key. */
  readonly isServers: (pub: string) => Promise<boolean | null>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type LogFaultCode = 'log-forked' | 'entry-differs';

/** The logs that the service had before this one, as far as this browser knew them. */
interface FormerLogs {
  /** The last one. */
  readonly former?: FormerLog;
  /** The earlier ones that the service ended with less than it had signed. */
  readonly cut?: readonly FormerLog[];
}

/** The place of a finished match in the public log. */
export type LogPlace =
  | ({ readonly kind: 'entry'; readonly index: number; readonly size: number } & FormerLogs)
  /** The entry is not in the log yet, or was lost with a part of a former log. `isLate`: the promise of 24 hours is broken. */
  | ({ readonly kind: 'pending'; readonly isLate: boolean } & FormerLogs)
  /** The service publishes no log, or the match is of another server. */
  | { readonly kind: 'no-log' | 'foreign' | 'unreachable' }
  /** The answers do not fit together. They prove nothing, because anybody on the way may have changed them. */
  | { readonly kind: 'unproven'; readonly code: string }
  /** The service contradicted itself, and `evidence` proves it. */
  | { readonly kind: 'fault'; readonly code: LogFaultCode; readonly evidence: LogEvidence };

/** The outcome of comparing views of others with the own one. */
type ViewComparison =
  /** No view contradicts another. `unchecked`: the number of those that wait for more entries or for an answer. */
  { readonly kind: 'compared'; readonly unchecked: number } | Obstacle;

/** An outcome that is no entry. */
type Obstacle = Exclude<LogPlace, { readonly kind: 'entry' | 'pending' | 'foreign' }>;

interface Opened {
  readonly reader: LogReader;
  readonly statement: LogKeyEntry;
  /** The log as headers of matches name it. Null if no header can. */
  readonly log: HeaderLog | null;
  readonly accept: (note: string | Uint8Array) => ReturnType<typeof openCheckpoint>;
}

/** A log whose newest checkpoint and key are verified. */
interface FoundLog {
  readonly view: LogView;
  readonly statement: LogKeyEntry;
}

const MAX_VKEY_BYTES = 4_096;
/** docs/log.md, "Promises". */
const PROMISE_MS = 24 * 3_600_000;

/**
 * The service's public log as this browser follows it. It keeps the newest checkpoint that it has verified, demands that
 * every other one is consistent with it, and accepts only the key that the server's key has named for the log.
 */
export class PublicLog {
  readonly #ports: PublicLogPorts;
  #opened: Opened | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(ports: PublicLogPorts) {
    this.#ports = ports;
  }

  /** Finds and verifies the entry of a match. Takes a record that `verify` accepted. */
  place(record: MatchRecord): Promise<LogPlace> {
    return this.#inTurn(() => this.#place(record));
  }

  /** Reads the newest checkpoint, so that the next commit states it, and compares the views that waited for it. */
  refresh(): Promise<ViewComparison> {
    return this.#inTurn(async () => {
      const opened = await this.#open();
      return 'kind' in opened ? opened : this.#compare(opened, []);
    });
  }

  /**
   * Compares the views that the other parties of a match have stated with what this browser has verified. A view that cannot
   * be compared yet is kept, and compared again when the log has grown.
   * @param log the log of the match's header
   * @param views views that the ledger of the match has accepted, so that the log has signed them
   */
  compare(log: HeaderLog, views: readonly View[]): Promise<ViewComparison> {
    return this.#inTurn(async () => {
      const opened = await this.#open();
      if ('kind' in opened) return opened;
      if (opened.log === null || !isSameLog(opened.log, log)) return unproven('other-log');
      return this.#compare(opened, views);
    });
  }

  /** The key of the log that the server's key vouches for. Null if the service has none, or it cannot be verified now. */
  key(): Promise<string | null> {
    return this.#inTurn(async () => {
      const opened = await this.#open();
      return 'kind' in opened ? null : opened.statement.key;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #compare(opened: Opened, views: readonly View[]): Promise<ViewComparison> {
    const { storage } = this.#ports;
    const { reader, statement, log } = opened;
    const waiting = readUnchecked(storage);
    const fresh = log === null ? [] : views.map((view) => ({ log, view }));
    const all = new Map(
      [...waiting, ...fresh].map((one) => [JSON.stringify([one.log, one.view.size, one.view.root]), one]),
    );
    // A view that shows a fork at once needs no answer of the service.
    let unchecked = [...all.values()];
    keepUnchecked(storage, unchecked);
    for (const round of ['known', 'updated'] as const) {
      if (round === 'updated') {
        const update = await reader.update();
        if (!update.ok && update.evidence) return obstacleOf(update, statement);
        const next = !update.ok && isOtherLog(update.code) ? await this.#follow(opened) : null;
        if (next) return this.#compare(next, []);
      }
      const left = [];
      for (const one of unchecked) {
        const observed = isSameLog(one.log, log ?? one.log)
          ? await reader.observe(noteOfView(one.view, one.log))
          : null;
        if (observed && !observed.ok && observed.evidence) return obstacleOf(observed, statement);
        if (!observed?.ok) left.push(one);
      }
      unchecked = left;
    }
    keepUnchecked(storage, unchecked);
    return { kind: 'compared', unchecked: unchecked.length };
  }

  async #place(record: MatchRecord): Promise<LogPlace> {
    const { server, id } = record.header;
    const isOwn = await this.#ports.isServers(server);
    if (isOwn !== true) return { kind: isOwn === null ? 'unreachable' : 'foreign' };
    const opened = await this.#open();
    if ('kind' in opened) return opened;
    const got = await fetchText(this.#ports.fetch, `${this.#ports.site}/records/${id}.tlog-proof`, MAX_PROOF_BYTES);
    if (got.kind === 'missing') return this.#missing(opened, record);
    if (got.kind === 'unreachable') return { kind: 'unreachable' };
    if (got.kind !== 'text') return unproven('answer-too-large');
    const proof = parseProof(got.text);
    if (!proof.ok) return unproven(proof.code);
    const place = await this.#judge(opened, record, proof.value, got.text);
    const next = place.kind === 'unproven' && isOtherLog(place.code) ? await this.#follow(opened) : null;
    return next ? this.#judge(next, record, proof.value, got.text) : place;
  }

  /** The entry may be missing because the service shows another log than the known one. */
  async #missing(opened: Opened, record: MatchRecord): Promise<LogPlace> {
    const ended = record.events.at(-1)?.at ?? 0;
    const isLate = this.#ports.now() > ended + PROMISE_MS;
    const update = await opened.reader.update();
    if (!update.ok && update.evidence) return obstacleOf(update, opened.statement);
    const isOther = !update.ok && isOtherLog(update.code) && !(await this.#follow(opened));
    // The signature in the record proves the broken promise, whatever log is shown.
    return isOther && !isLate ? unproven(update.code) : { kind: 'pending', isLate, ...this.#formerLogs() };
  }

  /**
   * Goes on with the log that has taken the place of the known one. The server must say in it that the known one has ended.
   * Returns null if it does not.
   */
  async #follow({ statement, reader }: Opened): Promise<Opened | null> {
    const { storage, isServers } = this.#ports;
    const known = reader.newest?.checkpoint;
    const found = await this.#find();
    if (!known || 'kind' in found || found.statement.key === statement.key) return null;
    const end = await endOf(found.view, statement);
    if (end === null || (await isServers(end.server)) !== true) return null;
    const isSame = end.size === known.size && end.root === toHex(known.root);
    const isWhole = end.size > known.size || isSame;
    keepFormerLog(storage, { statement, note: known.note, end, known: known.size, isWhole });
    const begun = this.#adopt(found);
    return 'kind' in begun ? null : begun;
  }

  #formerLogs(): FormerLogs {
    const all = readFormerLogs(this.#ports.storage);
    const present = readKeptLog(this.#ports.storage)?.statement.key;
    const former = all.slice(-1).find(({ statement }) => statement.key !== present);
    const cut = all.filter((one) => !one.isWhole && one !== former);
    return { ...(former && { former }), ...(cut.length > 0 && { cut }) };
  }

  async #judge(opened: Opened, record: MatchRecord, proof: TlogProof, text: string): Promise<LogPlace> {
    const { reader, statement } = opened;
    const checkpoint = opened.accept(proof.checkpoint);
    if (!checkpoint.ok) return unproven(checkpoint.code);
    const observed = await reader.observe(proof.checkpoint);
    const { size } = checkpoint.value;
    const isSmaller = size < (reader.newest?.checkpoint.size ?? 0);
    if (!observed.ok) return isSmaller ? shrunk(obstacleOf(observed, statement)) : obstacleOf(observed, statement);
    const { index, hashes, extra } = proof;
    if (extra === null) return unproven('proof-entry');
    const included = verifyInclusion(index, size, hashLeaf(extra), hashes, checkpoint.value.root);
    if (!included.ok) return unproven(included.code);
    const entry = decodeLogEntry(extra);
    if (!entry.ok) return unproven(entry.code);
    if (entry.value.type !== 'match' || entry.value.id !== record.header.id) return unproven('other-entry');
    const differences = entryDifferences(entry.value, record);
    // Only the key in the entry can be compared with the key that closed the record.
    if (differences.includes('server')) return unproven('other-entry');
    if (differences.length > 0) {
      const evidence = { statement, contradiction: null, proof: text };
      return { kind: 'fault', code: 'entry-differs', evidence };
    }
    const { size: newest } = observed.value.view.checkpoint;
    return { kind: 'entry', index: proof.index, size: newest, ...this.#formerLogs() };
  }

  /** Continues from the kept checkpoint, or begins with the newest one if the server's key vouches for its key. */
  async #open(): Promise<Opened | Obstacle> {
    const kept = readKeptLog(this.#ports.storage);
    if (kept !== null) {
      const isServers = await this.#ports.isServers(kept.statement.server);
      if (isServers === null) return { kind: 'unreachable' };
      // The user may have decided to trust another server at this address. Its log is another one.
      if (isServers) return this.#continue(kept);
    }
    this.#opened = null;
    return this.#begin();
  }

  /** Another tab may have kept a newer checkpoint. It has to fit those that this page has seen. */
  async #continue(kept: KeptLog): Promise<Opened | Obstacle> {
    this.#opened ??= this.#reader(kept.statement, kept.note);
    // Another tab may have followed the service to a new log.
    const known = this.#opened?.statement.key;
    if (
      known !== kept.statement.key &&
      readFormerLogs(this.#ports.storage).some(({ statement }) => statement.key === known)
    )
      this.#opened = this.#reader(kept.statement, kept.note);
    const opened = this.#opened;
    if (!opened) return unproven('kept-log');
    if (opened.statement.key !== kept.statement.key) return unproven('unknown-signers');
    const observed = await opened.reader.observe(kept.note);
    return observed.ok ? opened : obstacleOf(observed, opened.statement);
  }

  async #begin(): Promise<Opened | Obstacle> {
    const found = await this.#find();
    return 'kind' in found ? found : this.#adopt(found);
  }

  #adopt({ view, statement }: FoundLog): Opened | Obstacle {
    keepLog(this.#ports.storage, keptOf(statement, view.checkpoint.note));
    this.#opened = this.#reader(statement, view.checkpoint.note);
    return this.#opened ?? unproven('kept-log');
  }

  /** Verifies the newest checkpoint of the log that the service shows, and that the server's key has named its key. */
  async #find(): Promise<FoundLog | Obstacle> {
    const { fetch, site, isServers } = this.#ports;
    const got = await fetchText(fetch, `${site}/log/vkey`, MAX_VKEY_BYTES);
    // The answer of a service without a log is empty.
    if (got.kind === 'missing' || (got.kind === 'text' && got.text === '')) return { kind: 'no-log' };
    if (got.kind === 'unreachable') return { kind: 'unreachable' };
    const key = got.kind === 'text' ? parseVkey(got.text.replace(/\n$/, '')) : null;
    if (!key?.ok) return unproven('key-form');
    const vkey = formatVkey(key.value);
    const claimed = { origin: key.value.name, key: vkey };
    const first = LogReader.resume(
      this.#options(claimed, async () => undefined),
      null,
    );
    if (!first.ok) return unproven(first.code);
    const update = await first.value.update();
    if (!update.ok) return update.code === 'unavailable' ? { kind: 'unreachable' } : unproven(update.code);
    const { view } = update.value;
    const statement = await statementOf(view, vkey);
    if (statement === null) return unproven('log-key');
    const isNamed = await isServers(statement.server);
    if (isNamed === null) return { kind: 'unreachable' };
    if (!isNamed) return unproven('log-key');
    return { view, statement };
  }

  #reader(statement: LogKeyEntry, note: string): Opened | null {
    const keep = async (newer: string) => {
      const { accept } = options;
      const stored = readKeptLog(this.#ports.storage);
      const known = stored?.statement.key === statement.key ? accept(stored.note) : null;
      const next = accept(newer);
      const isBehind = known?.ok && next.ok && known.value.size > next.value.size;
      if (!isBehind) keepLog(this.#ports.storage, keptOf(statement, newer));
    };
    const options = this.#options(statement, keep);
    const reader = LogReader.resume(options, note);
    return reader.ok ? { reader: reader.value, statement, log: logOf(statement), accept: options.accept } : null;
  }

  #options({ origin, key }: Pick<LogKeyEntry, 'origin' | 'key'>, keep: (note: string) => Promise<void>) {
    const parsed = parseVkey(key);
    const keys = parsed.ok ? [parsed.value] : [];
    const { site, fetch } = this.#ports;
    const accept = (note: string | Uint8Array) => openCheckpoint(note, origin, keys);
    return { origin, accept, keep, source: fetchSource(`${site}/log`, { fetch }) };
  }
}

/** The log of a statement as headers of matches name it. */
function logOf({ key }: LogKeyEntry): HeaderLog | null {
  const parsed = parseVkey(key);
  return parsed.ok ? logOfKey(parsed.value) : null;
}

function keptOf(statement: LogKeyEntry, note: string): KeptLog {
  const log = logOf(statement);
  const view = log && viewOfNote(note, log);
  return { statement, note, own: log && view && { log, view } };
}

/** Returns the statement in entry 0 if it names this key and is signed by the server that it names. */
async function statementOf({ tree, checkpoint }: LogView, vkey: string): Promise<LogKeyEntry | null> {
  if (checkpoint.size === 0) return null;
  const bytes = await tree.entry(0);
  const entry = bytes.ok ? decodeLogEntry(bytes.value) : null;
  if (!entry?.ok || entry.value.type !== 'log-key') return null;
  const { key, origin } = entry.value;
  return key === vkey && origin === checkpoint.origin && (await verifyLogKey(entry.value)) ? entry.value : null;
}

/** Finds the statement that a former log has ended. A log that follows another one begins with it. */
async function endOf({ tree, checkpoint }: LogView, former: LogKeyEntry): Promise<LogEndEntry | null> {
  const bundle = checkpoint.size === 0 ? null : await tree.entriesOfBundle(0);
  for (const bytes of bundle?.ok ? bundle.value : []) {
    const entry = decodeLogEntry(bytes);
    if (!entry.ok || entry.value.type !== 'log-end') continue;
    const { origin, key } = entry.value;
    if (origin === former.origin && key === former.key && (await verifyLogEnd(entry.value))) return entry.value;
  }
  return null;
}

/** Tells if a checkpoint may be that of another log. */
function isOtherLog(code: string): boolean {
  return code === 'wrong-origin' || code === 'unknown-signers';
}

function obstacleOf(
  failure: { readonly code: string; readonly evidence?: Contradiction | null },
  statement: LogKeyEntry,
): Obstacle {
  if (failure.evidence) {
    const contradiction: unknown = JSON.parse(formatContradiction(failure.evidence));
    return { kind: 'fault', code: 'log-forked', evidence: { statement, contradiction, proof: null } };
  }
  return failure.code === 'unavailable' ? { kind: 'unreachable' } : unproven(failure.code);
}

/**
 * A log that answers with a smaller tree and lacks the tiles of the one that it signed before may have been set back. It is
 * proven only when it grows in another direction.
 */
function shrunk(obstacle: Obstacle): Obstacle {
  return obstacle.kind === 'unreachable' ? unproven('rolled-back') : obstacle;
}

function unproven(code: string) {
  return { kind: 'unproven', code } as const;
}
