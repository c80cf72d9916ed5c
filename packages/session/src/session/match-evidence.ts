import type { ServerMessage } from '@anchor/wire';
import type { MatchEvent, Transcript } from 'bg-record';
import type { Player } from 'bg-rules';
import type { CodedFailure, EvidentFailure } from '../platform/failure.ts';
import type { Clocks } from '../platform/ports.ts';
import { EVIDENCE_FORMAT, type EvidenceFile, type LogEntry } from '../stores/evidence.ts';
import type { MatchEnd } from './match-end.ts';
import type { MatchStore } from './match-store.ts';
import type { Receipts } from './receipts.ts';
import type { VerifiedHistory } from './verified-history.ts';

/** The match whose evidence is collected. */
interface EvidenceSources {
  readonly history: VerifiedHistory;
  readonly end: MatchEnd;
  readonly receipts: Receipts;
  /** Null for a watcher. */
  readonly seat: Player | null;
}

export interface EvidencePorts {
  readonly clocks: Clocks;
  readonly store: MatchStore;
  /** Returns the English sentence that an evidence file carries for a failure. */
  readonly explain: (failure: CodedFailure) => string;
  /** Requests the server's history from event `from` on. */
  readonly sync: (from: number) => void;
}

const LOG_KEPT = 300;

/** The evidence of one match: a log, the stored files, and a second history if the server shows one after a halt. */
export class MatchEvidence {
  readonly #sources: EvidenceSources;
  readonly #ports: EvidencePorts;
  readonly #log: LogEntry[] = [];
  /** A second history, as far as it has been received. */
  readonly #second: MatchEvent[] = [];
  /** The file of the fault that stopped the session. */
  #halt: EvidenceFile | null = null;

  constructor(sources: EvidenceSources, ports: EvidencePorts) {
    this.#sources = sources;
    this.#ports = ports;
  }

  /** Adds a line to the log. */
  note(what: string): void {
    this.#log.push({ at: this.#ports.clocks.wall(), what });
    this.#log.splice(0, this.#log.length - LOG_KEPT);
  }

  /** Returns the file for the player: the one of the halt, or one of the present state. */
  async forPlayer(): Promise<EvidenceFile> {
    const asked: EvidentFailure = { ok: false, code: 'kept-by-player', message: '' };
    return this.#halt ?? (await this.#file(asked, [this.#sources.history.transcript]));
  }

  /** Stores a file about a failure on this device. A watcher stores nothing. */
  async keep(failure: EvidentFailure, transcripts: readonly Transcript[]): Promise<EvidenceFile> {
    const file = await this.#file(failure, transcripts);
    if (this.#sources.seat !== null) await this.#ports.store.addEvidence(file).catch(() => undefined);
    return file;
  }

  /** Stores the file about the failure that stopped the session. */
  async keepHalt(failure: EvidentFailure, transcripts: readonly Transcript[]): Promise<void> {
    this.#halt = await this.keep(failure, transcripts);
    // An event that does not follow may belong to a second history, so ask for all of it.
    if (failure.code === 'wrong-prev') this.#ports.sync(0);
  }

  /**
   * Collects a second history after a halt, page by page. Resolves to true when it is complete and stored with the
   * first one.
   */
  async collect(message: ServerMessage): Promise<boolean> {
    if (!this.#halt || message.type !== 'events' || this.#halt.transcripts.length > 1) return false;
    const from = this.#second.length;
    if (message.events[0]?.n !== from) return false;
    this.#second.push(...message.events);
    if (this.#second.length < message.length) {
      this.#ports.sync(this.#second.length);
      return false;
    }
    const { ledger, transcript } = this.#sources.history;
    const other = { header: ledger.header, events: this.#second };
    const { code, said } = this.#halt;
    this.#halt = await this.keep({ ok: false, code, message: said }, [transcript, other]);
    return true;
  }

  /** Returns everything that this device stores about the match, as one file. */
  async #file(failure: EvidentFailure, transcripts: readonly Transcript[]): Promise<EvidenceFile> {
    const { history, end, receipts, seat } = this.#sources;
    const match = history.ledger.header.id;
    const row = seat === null ? null : await this.#ports.store.signed(match).catch(() => null);
    const { events } = history.ledger;
    const sent = row ? [...row.strays, ...(row.mark ? [row.mark] : [])] : [];
    const isNamed = (sig: string) => receipts.stored.answers.some(({ event }) => event.sig === sig);
    return {
      format: EVIDENCE_FORMAT,
      match,
      seat,
      code: failure.code,
      said: this.#ports.explain(failure),
      transcripts,
      aborted: end.aborted,
      finished: end.finished,
      sentEvents: sent.filter(({ n, sig }) => events[n]?.sig !== sig || isNamed(sig)),
      log: [...this.#log],
    };
  }
}
