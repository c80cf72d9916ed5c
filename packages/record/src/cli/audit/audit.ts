import { setTimeout as wait } from 'node:timers/promises';
import {
  checkPolicy,
  type Fetch,
  fetchSource,
  formatContradiction,
  LogReader,
  type LogView,
  openCheckpoint,
  type Policy,
  parseVkey,
  TILE_WIDTH,
  type VerifierKey,
} from 'tlog-kit';
import { logOfKey } from '../../log/views.ts';
import { decodeLogEntry, type MatchEntry } from '../../log-entry.ts';
import type { HeaderLog } from '../../types.ts';
import { quoted } from '../../visible.ts';
import { AuditEnd, type Finding, finding, unwrapped } from './finding.ts';
import { type GapFigures, Gaps } from './gaps.ts';
import { Keys } from './keys.ts';
import { compareLists } from './lists.ts';
import { type JudgedRecord, judgeRecord, type RecordFigures } from './records.ts';
import { Replay, type ServerFigures } from './replay.ts';
import { openService, type Service } from './service.ts';
import { type AuditState, newState, type Totals } from './state-file.ts';
import { compareViews } from './views.ts';

export interface AuditOptions {
  readonly url: string;
  readonly fetch?: Fetch;
  readonly state: AuditState | null;
  /** Stores the state, also in the middle of a run. */
  readonly keep: (state: AuditState) => Promise<void>;
  /** Accepted logs and witnesses. Null to accept the key that the service shows at the first run. */
  readonly policy: Policy | null;
  /** The server key that the auditor knows, if any. */
  readonly serverKey: string | undefined;
  /** Number of records to verify among the new ones. Null for all. */
  readonly sample: number | null;
  readonly progress: (stage: string, done: number, total: number) => void;
  readonly now: () => number;
  /** Time between two looks at a list that differs, because lists and log do not change in the same moment. */
  readonly settleMs?: number;
}

/** The outcome of a run. */
export interface AuditReport {
  readonly origin: string;
  readonly vkeys: readonly string[];
  readonly size: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly players: number;
  /** Sums over the records that were read, in this run and before. */
  readonly totals: Totals;
  /** One for each key that a `match` entry names as its server. */
  readonly servers: readonly ServerFigures[];
  /** Gaps in the records that were read, in this run and before. */
  readonly gaps: GapFigures;
  readonly findings: readonly Finding[];
}

/** Findings that are kept. A service that lies more often has been caught. */
const MOST_FINDINGS = 1000;
/** Records that are fetched ahead of the one being verified. */
const AHEAD = 8;
/** Looks at lists that differ. */
const LOOKS = 3;
const SETTLE_MS = 5_000;
const KEEP_EVERY_MS = 5_000;

/**
 * Checks a service from outside: log, entries, records and lists. Continues from the state of an earlier run.
 * @throws AuditEnd if it could not finish
 */
export async function audit(options: AuditOptions): Promise<AuditReport> {
  const service = openService(options.url, options.fetch);
  const state = options.state ?? newState(service.url, await acceptedKeys(service, options.policy));
  if (state.url !== service.url)
    throw new AuditEnd('state-form', `The state is of an audit of ${quoted(String(state.url))}.`);
  return new Audit(options, service, state).run();
}

async function acceptedKeys(service: Service, policy: Policy | null): Promise<readonly string[]> {
  const shown = await service.get('/log/vkey');
  if (!shown || shown.length === 0) throw new AuditEnd('no-log', `${service.url} has no public log.`);
  const vkey = new TextDecoder().decode(shown).trim();
  const key = unwrapped(parseVkey(vkey));
  if (policy && !policy.logs.some((log) => log.key.name === key.name && log.key.id === key.id))
    throw new AuditEnd('unknown-log', `The policy does not name the log ${quoted(vkey)}.`);
  return [vkey];
}

class Audit {
  readonly #options: AuditOptions;
  readonly #service: Service;
  readonly #keys: readonly VerifierKey[];
  readonly #origin: string;
  readonly #logs: readonly HeaderLog[];
  readonly #replay: Replay;
  readonly #statements: Keys;
  readonly #gaps: Gaps;
  readonly #changed: Set<string>;
  #state: AuditState;
  #keptAt = 0;

  constructor(options: AuditOptions, service: Service, state: AuditState) {
    this.#options = options;
    this.#service = service;
    this.#state = state;
    this.#keys = state.vkeys.map((vkey) => unwrapped(parseVkey(vkey)));
    this.#origin = this.#keys[0]?.name ?? '';
    this.#logs = this.#keys.flatMap((key) => logOfKey(key) ?? []);
    this.#replay = new Replay(state.replay);
    this.#statements = new Keys(state.keys);
    this.#gaps = new Gaps(state.gaps);
    this.#changed = new Set(state.changed);
  }

  async run(): Promise<AuditReport> {
    const reader = this.#reader();
    let size = await this.#extend(reader);
    for (let look = 1; ; look++) {
      const found = await this.#lists();
      if (found.length === 0) break;
      // A match that has just ended may be in the lists and not in the log yet, and a list may be some seconds old.
      if (look < LOOKS) await wait(this.#options.settleMs ?? SETTLE_MS);
      const later = await this.#extend(reader);
      if (look >= LOOKS && later === size) {
        await this.#keep({ changed: [] }, true);
        return this.#report(size, found);
      }
      if (look >= LOOKS * 3) throw new AuditEnd('busy', 'The lists change faster than they can be compared.');
      size = later;
    }
    await this.#keep({ changed: [] }, true);
    return this.#report(size, []);
  }

  #report(size: number, lists: readonly Finding[]): AuditReport {
    const { vkeys, totals, findings } = this.#state;
    const strangers = this.#statements.strangers(this.#options.serverKey);
    return {
      origin: this.#origin,
      vkeys,
      size,
      counts: this.#replay.counts,
      players: this.#replay.players.size,
      totals,
      servers: this.#replay.servers,
      gaps: this.#gaps.figures,
      findings: [...findings, ...strangers, ...lists],
    };
  }

  #reader(): LogReader {
    const { policy } = this.#options;
    const { fetch } = this.#service;
    return unwrapped(
      LogReader.resume(
        {
          origin: this.#origin,
          accept: (note) => (policy ? checkPolicy(note, policy) : openCheckpoint(note, this.#origin, this.#keys)),
          source: fetchSource(`${this.#service.url}/log`, { fetch, timeoutMs: 300_000 }),
          keep: (note) => this.#keep({ note }, true),
        },
        this.#state.note,
      ),
    );
  }

  /** Reads the newest checkpoint, and entries and records up to it. Returns its size. */
  async #extend(reader: LogReader): Promise<number> {
    const update = await reader.update();
    if (!update.ok) {
      if (update.code !== 'contradiction') await this.#refuseEarlier();
      const evidence = update.evidence && formatContradiction(update.evidence);
      throw new AuditEnd(update.code, update.message, evidence);
    }
    const { relation, view } = update.value;
    if (relation === 'older') {
      const message = `The service shows an earlier checkpoint than the one of ${view.checkpoint.size} entries that it signed.`;
      await this.#found([finding('rolled-back', {}, message, view.checkpoint.note)]);
    }
    await this.#entries(view);
    await this.#records(view);
    return view.checkpoint.size;
  }

  /** A service whose database was set back has not the tiles that would connect its checkpoint. It is still signed. */
  async #refuseEarlier(): Promise<void> {
    const kept = this.#state.note && openCheckpoint(this.#state.note, this.#origin, this.#keys);
    const bytes = await this.#service.get('/log/checkpoint');
    const shown = bytes && openCheckpoint(bytes, this.#origin, this.#keys);
    if (!kept || !shown || !kept.ok || !shown.ok || shown.value.size >= kept.value.size) return;
    const message = `The service shows a checkpoint of ${shown.value.size} entries, and it has signed one of ${kept.value.size}.`;
    throw new AuditEnd('rolled-back', message, { shown: shown.value.note, signed: kept.value.note });
  }

  async #entries(view: LogView): Promise<void> {
    const { size } = view.checkpoint;
    const log = { origin: this.#origin, vkeys: this.#state.vkeys };
    for (let at = this.#state.entries; at < size; ) {
      for (const bytes of await this.#entriesFrom(view, at)) {
        const entry = decodeLogEntry(bytes);
        if (entry.ok) {
          if (entry.value.type === 'match') for (const pub of entry.value.players) this.#changed.add(pub);
          const wrong = await this.#statements.add(entry.value, at, log);
          await this.#found([...wrong, ...this.#replay.add(entry.value, at, this.#options.now())]);
        } else await this.#found([entryFault(at, entry)]);
        at += 1;
      }
      this.#options.progress('entries', at, size);
      const { state: replay } = this.#replay;
      const keys = this.#statements.state;
      this.#state = { ...this.#state, entries: at, replay, keys, changed: [...this.#changed] };
      await this.#keep({});
    }
  }

  /** The entries of one bundle, from a position on. */
  async #entriesFrom({ tree }: LogView, at: number): Promise<readonly Uint8Array[]> {
    const bundle = unwrapped(await tree.entriesOfBundle(Math.floor(at / TILE_WIDTH)));
    return bundle.slice(at % TILE_WIDTH);
  }

  async #records(view: LogView): Promise<void> {
    const { size } = view.checkpoint;
    const chosen = this.#chosen(this.#state.records, size);
    for (let at = this.#state.records; at < size; ) {
      const bytes = await this.#entriesFrom(view, at);
      const repeated = new Set(
        this.#state.findings.flatMap(({ name, entry }) => (name === 'entry-twice' ? [entry] : [])),
      );
      const matches = bytes.flatMap((one, i) => {
        const entry = decodeLogEntry(one);
        // A match counts once, so its second entry is one difference and not a wrong sum of dice as well.
        const isWanted = !repeated.has(at + i) && (chosen === null || chosen.has(at + i));
        return entry.ok && entry.value.type === 'match' && isWanted ? [{ entry: entry.value, at: at + i }] : [];
      });
      for await (const { findings, figures, record, at: place } of this.#judged(matches)) {
        await this.#found(findings);
        if (record) {
          this.#gaps.add(record);
          await this.#found(await compareViews(record, place, view, this.#logs));
        }
        if (figures) this.#state = { ...this.#state, totals: withRecord(this.#state.totals, figures) };
        this.#options.progress('records', recordsRead(this.#state.totals), this.#replay.counts.match ?? 0);
      }
      at += bytes.length;
      const isWhole = this.#state.totals.isWhole && chosen === null;
      this.#state = { ...this.#state, records: at, totals: { ...this.#state.totals, isWhole }, gaps: this.#gaps.state };
      await this.#keep({});
    }
  }

  /** The positions whose records are verified, if only a sample is. Positions without a match are not chosen again. */
  #chosen(from: number, to: number): ReadonlySet<number> | null {
    const { sample } = this.#options;
    if (sample === null || to - from <= sample) return null;
    const chosen = new Set<number>();
    while (chosen.size < sample) chosen.add(from + Math.floor(Math.random() * (to - from)));
    return chosen;
  }

  /** Fetches some records ahead, and verifies one after the other. */
  async *#judged(
    matches: readonly { entry: MatchEntry; at: number }[],
  ): AsyncIterable<JudgedRecord & { readonly at: number }> {
    const waiting: Promise<Uint8Array | null>[] = [];
    for (const [i, { entry, at }] of matches.entries()) {
      for (const { entry: next } of matches.slice(i + waiting.length, i + AHEAD)) {
        const got = this.#service.get(`/records/${next.id}.json`);
        // It is awaited in its turn. Until then its failure must not end the process.
        got.catch(() => undefined);
        waiting.push(got);
      }
      yield { ...(await judgeRecord(entry, at, (await waiting.shift()) ?? null)), at };
    }
  }

  #lists(): Promise<Finding[]> {
    const { totals } = this.#state;
    const changed = [...this.#changed];
    const { sample, now } = this.#options;
    return compareLists(this.#service, {
      replay: this.#replay,
      bots: new Set(totals.bots),
      dice: totals.isWhole ? totals.dice : null,
      players: sample === null ? changed : changed.slice(0, sample),
      now,
    });
  }

  async #found(findings: readonly Finding[]): Promise<void> {
    if (findings.length === 0) return;
    const all = [...this.#state.findings, ...findings].slice(0, MOST_FINDINGS);
    this.#state = { ...this.#state, findings: all };
  }

  async #keep(changes: Partial<AuditState>, isUrgent = false): Promise<void> {
    this.#state = { ...this.#state, ...changes };
    const now = Date.now();
    if (!isUrgent && now - this.#keptAt < KEEP_EVERY_MS) return;
    this.#keptAt = now;
    await this.#options.keep(this.#state);
  }
}

function entryFault(at: number, { code, message }: { readonly code: string; readonly message: string }): Finding {
  return { name: code, entry: at, about: null, message: `Entry ${at}: ${message}.`, evidence: null };
}

/** Number of records that were read. */
function recordsRead({ records, compared }: Totals): number {
  return records + compared;
}

function withRecord(totals: Totals, figures: RecordFigures): Totals {
  const { isVerified, dice, forfeits, refunds, events, bytes, bots } = figures;
  return {
    ...totals,
    dice: totals.dice.map((count, face) => count + (dice[face] ?? 0)),
    records: totals.records + (isVerified ? 1 : 0),
    compared: totals.compared + (isVerified ? 0 : 1),
    forfeits: totals.forfeits + forfeits,
    refunds: totals.refunds + refunds,
    events: totals.events + events,
    bytes: totals.bytes + bytes,
    bots: [...new Set([...totals.bots, ...bots])],
  };
}
