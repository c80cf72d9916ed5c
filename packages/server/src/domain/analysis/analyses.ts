import type { EngineName } from '@anchor/analysis';
import type { AnalysisPending, WorkerStatus } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { Failure } from 'bg-rules';
import type { AnnotationStore } from '../ports/analysis.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Alarms, World } from '../ports/world.ts';
import type { Analyser } from './analyser.ts';
import { DeepAnalysis, type Evaluator } from './deep-analysis.ts';
import { FAST_ENGINE } from './fast-report.ts';

/** Prefix of the alarms of this class. */
const ANALYSIS_ALARM = 'analysis/';

export interface AnalysesParts {
  readonly records: Pick<RecordStore, 'read'>;
  readonly annotations: AnnotationStore;
  readonly analyser: Analyser;
  readonly evaluator: Evaluator;
  /** The engine of the deep tier. */
  readonly deepEngine: EngineName;
  readonly alarms: Alarms;
  readonly world: World;
}

/** The reason why there is no report. */
interface NoReport extends Failure<'no-such-match' | 'not-analysed'> {
  /** A hint for the player. */
  readonly hint: string;
  /** Progress of a deep analysis. */
  readonly progress?: NonNullable<AnalysisPending['progress']>;
}

/** A report as JSON text, or the reason why there is none. */
type Analysed = { readonly ok: true; readonly value: string } | NoReport;

/** Computes a report that is not stored. */
type Make = (record: MatchRecord) => Promise<Analysed>;

/** Reports of finished matches. Each match and tier is computed once, then stored. */
export class Analyses {
  readonly #records: Pick<RecordStore, 'read'>;
  readonly #annotations: AnnotationStore;
  readonly #analyser: Analyser;
  readonly #evaluator: Evaluator;
  readonly #deepEngine: EngineName;
  readonly #alarms: Alarms;
  readonly #world: World;
  readonly #underway = new Map<string, Promise<Analysed>>();
  readonly #deepAnalyses = new Map<string, DeepAnalysis>();
  #waits = 0;
  #isStopped = false;
  #counts = { hits: 0, misses: 0, coalesced: 0 };

  constructor(parts: AnalysesParts) {
    this.#records = parts.records;
    this.#annotations = parts.annotations;
    this.#analyser = parts.analyser;
    this.#evaluator = parts.evaluator;
    this.#deepEngine = parts.deepEngine;
    this.#alarms = parts.alarms;
    this.#world = parts.world;
  }

  /** Request counts since the start. `hitRate` is the share answered from the storage. */
  get counts(): WorkerStatus['annotations'] {
    const { hits, misses, coalesced } = this.#counts;
    return { ...this.#counts, hitRate: hits / Math.max(1, hits + misses + coalesced) };
  }

  /** The fast tier, by the built-in heuristic. */
  fast(match: string): Promise<Analysed> {
    return this.#ask(match, FAST_ENGINE, async (record) => reportOf(await this.#analyser.fastReport(record)));
  }

  /**
   * The deep tier, by the workers' engine. Without `waitMs`, resolves when all decisions are judged or workers have stopped answering.
   * With `waitMs`, resolves after this time at the latest, while the analysis continues.
   */
  async deep(match: string, waitMs: number | null = null): Promise<Analysed> {
    const analysed = this.#ask(match, this.#deepEngine, (record) => this.#analyse(match, record));
    return waitMs === null ? analysed : this.#within(waitMs, match, analysed);
  }

  /** Cancels the deep analyses. Resolves when none is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const analysis of this.#deepAnalyses.values()) analysis.giveUp();
    await Promise.allSettled(this.#underway.values());
  }

  #ask(match: string, engine: EngineName, make: Make): Promise<Analysed> {
    const key = [match, engine.engineId, engine.ply].join(' ');
    const underway = this.#underway.get(key);
    if (underway) this.#counts.coalesced++;
    const analysed = underway ?? this.#find(match, engine, make).finally(() => this.#underway.delete(key));
    this.#underway.set(key, analysed);
    return analysed;
  }

  async #find(matchId: string, engine: EngineName, make: Make): Promise<Analysed> {
    const name = { matchId, ...engine };
    const stored = await this.#annotations.read(name);
    if (stored !== null) this.#counts.hits++;
    if (stored !== null) return { ok: true, value: stored };
    const record = await this.#records.read(matchId);
    if (!record) return unknownMatch;
    this.#counts.misses++;
    const made = await make(record);
    if (made.ok) await this.#annotations.keep(name, made.value, this.#world.now());
    return made;
  }

  async #analyse(match: string, record: MatchRecord): Promise<Analysed> {
    const jobs = await this.#analyser.jobs(record, this.#deepEngine);
    if (!jobs.ok) return reportOf(jobs);
    const alarm = ANALYSIS_ALARM + match;
    const analysis = new DeepAnalysis({
      match,
      jobs: jobs.value,
      evaluator: this.#evaluator,
      alarms: this.#alarms,
      world: this.#world,
      alarm,
    });
    this.#deepAnalyses.set(match, analysis);
    if (this.#isStopped) analysis.giveUp();
    try {
      if (!(await analysis.complete)) return { ...gaveUp, progress: analysis.progress(false) };
    } finally {
      this.#deepAnalyses.delete(match);
    }
    return reportOf(await this.#analyser.deepReport(record, this.#deepEngine, analysis.results));
  }

  /** Races the analysis against a timeout. On timeout returns its progress. */
  #within(waitMs: number, match: string, analysed: Promise<Analysed>): Promise<Analysed> {
    const alarm = `${ANALYSIS_ALARM}wait/${this.#waits++}`;
    const over = new Promise<Analysed>((resolve) => {
      this.#alarms.set(alarm, this.#world.now() + waitMs, () => resolve(this.#soFar(match)));
    });
    return Promise.race([analysed, over]).finally(() => this.#alarms.clear(alarm));
  }

  #soFar(match: string): NoReport {
    const progress = this.#deepAnalyses.get(match)?.progress(true);
    return progress ? { ...goesOn, progress } : goesOn;
  }
}

const unknownMatch: NoReport = {
  ok: false,
  code: 'no-such-match',
  message: 'no such match',
  hint: 'Only finished matches are analysed.',
};
const gaveUp: NoReport = {
  ok: false,
  code: 'not-analysed',
  message: 'The deep analysis could not be finished.',
  hint: 'No worker is connected for deep analysis, or none has answered for 20 seconds. The finished part is kept; ask again later.',
};
const goesOn: NoReport = {
  ok: false,
  code: 'not-analysed',
  message: 'The deep analysis is not finished yet.',
  hint: 'It continues while workers answer; ask again.',
};

function reportOf(made: { readonly ok: true; readonly value: string } | Failure): Analysed {
  return made.ok ? made : { ok: false, code: 'not-analysed', message: made.message, hint: 'Try again in a minute.' };
}
