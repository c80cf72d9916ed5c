import type { EngineName } from '@anchor/analysis';
import type { AnalysisPending, Job, WorkerStatus } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { Failure } from 'bg-rules';
import type { AnnotationStore, DeepQueueStore } from '../ports/analysis.ts';
import type { RecordStore } from '../ports/records.ts';
import type { Alarms, Log, World } from '../ports/world.ts';
import type { Analyser } from './analyser.ts';
import { DeepAnalysis, type Evaluator, RESULT_TIMEOUT_MS } from './deep-analysis.ts';
import { FAST_ENGINE } from './fast-report.ts';
import { REQUEST_MS } from './queue/job-life.ts';
import type { Asking } from './queue/job-queue.ts';
import type { Workers } from './queue/workers.ts';

/** Prefix of the alarms of this class. */
const ANALYSIS_ALARM = 'analysis/';
const KEEP_ALARM = 'deep-requests';
/** A process that follows requests says so this often, and counts as dead after that time. */
const RENEW_MS = 20_000;
const KEPT_MS = 60_000;
/** How often a match is judged again because evaluations were pruned before the last one arrived. */
const MOST_TRIES = 3;
/** A report that could not be made is tried again after this time. */
const AGAIN_MS = 60_000;
/** Number of requests in all from which an asker may have one, and that are remembered at most. */
const AMPLE_REQUESTS = 500;
const MOST_REQUESTS = 1_000;

export interface AnalysesParts {
  readonly records: Pick<RecordStore, 'read'>;
  readonly annotations: AnnotationStore;
  readonly requests: Pick<DeepQueueStore, 'remember' | 'claim' | 'renew' | 'release' | 'forget'>;
  readonly analyser: Analyser;
  readonly evaluator: Evaluator;
  readonly workers: Pick<Workers, 'count'>;
  /** The engine of the deep tier. */
  readonly deepEngine: EngineName;
  /** Number of deep requests that the service remembers for one asker. */
  readonly limitDeep: number;
  readonly processId: string;
  /** True if no other process works on the same data. */
  readonly isAlone: boolean;
  readonly alarms: Alarms;
  readonly world: World;
  readonly log: Log;
}

/** The reason why there is no report. */
interface NoReport extends Failure<'no-such-match' | 'not-analysed' | 'analysis-limit'> {
  /** A hint for the player. */
  readonly hint: string;
  /** Progress of a deep analysis. */
  readonly progress?: NonNullable<AnalysisPending['progress']>;
}

/** A report as JSON text, or the reason why there is none. */
type Analysed = { readonly ok: true; readonly value: string } | NoReport;

/** A remembered request that this process follows. */
interface Followed {
  /** Resolves to the report. Rejects when the queue cannot be used. */
  readonly made: Promise<Analysed>;
  /** Null until the decisions are known. */
  analysis: DeepAnalysis | null;
}

/** How long a request waits for a report; see `Analyses.deep`. */
interface Patience {
  readonly waitMs: number | null;
  readonly startedAt: number;
}

/**
 * Reports of finished matches. Each match and tier is computed once, then stored.
 *
 * A request for a deep analysis is remembered in the storage until its report is stored, or for a day. One process follows it; when that
 * process ends, another one or the next start takes it over.
 */
export class Analyses {
  readonly #parts: AnalysesParts;
  readonly #underway = new Map<string, Promise<Analysed>>();
  readonly #followed = new Map<string, Followed>();
  #waits = 0;
  #isStopped = false;
  #counts = { hits: 0, misses: 0, coalesced: 0 };

  constructor(parts: AnalysesParts) {
    this.#parts = parts;
  }

  /** Request counts since the start. `hitRate` is the share answered from the storage. */
  get counts(): WorkerStatus['annotations'] {
    const { hits, misses, coalesced } = this.#counts;
    return { ...this.#counts, hitRate: hits / Math.max(1, hits + misses + coalesced) };
  }

  /** Continues the requests that are remembered. */
  async start(): Promise<void> {
    const { isAlone, requests } = this.#parts;
    if (isAlone) await requests.release(null);
    await this.#keep();
  }

  /** The fast tier, by the built-in heuristic. */
  fast(match: string): Promise<Analysed> {
    const underway = this.#underway.get(match);
    if (underway) this.#counts.coalesced++;
    const analysed = underway ?? this.#makeFast(match).finally(() => this.#underway.delete(match));
    this.#underway.set(match, analysed);
    return analysed;
  }

  /**
   * The deep tier, by the workers' engine. The request is remembered. Without `waitMs`, resolves when the report is made or no result has
   * arrived for 20 seconds. With `waitMs`, resolves after this time at the latest.
   */
  deep(match: string, waitMs: number | null = null, asker = ''): Promise<Analysed> {
    return this.#deep(match, asker, { waitMs, startedAt: this.#parts.world.now() });
  }

  async #deep(match: string, asker: string, patience: Patience): Promise<Analysed> {
    const known = this.#followed.get(match);
    if (known) return this.#join(match, known, patience);
    const found = await this.#find(match, this.#parts.deepEngine);
    if ('ok' in found) return found;
    const until = this.#parts.world.now() + REQUEST_MS;
    const isRemembered = await this.#remember(match, asker, until);
    // Another request may have begun to follow the match in the meantime.
    const other = this.#followed.get(match);
    if (other) return this.#join(match, other, patience);
    if (!isRemembered) return refused(this.#parts.limitDeep);
    return this.#within(patience, match, this.#follow(match, { asker, until }, found));
  }

  async #join(match: string, followed: Followed, patience: Patience): Promise<Analysed> {
    this.#counts.coalesced++;
    if (followed.analysis?.isMoving === false) await followed.analysis.askAgain();
    return this.#within(patience, match, followed);
  }

  /** Leaves the deep analyses to other processes or the next start. Resolves when none is being worked on here. */
  async stop(): Promise<void> {
    const { alarms, requests, processId } = this.#parts;
    this.#isStopped = true;
    alarms.clear(KEEP_ALARM);
    for (const { analysis } of this.#followed.values()) analysis?.stop();
    await Promise.allSettled([...this.#underway.values(), ...[...this.#followed.values()].map(({ made }) => made)]);
    await requests.release(processId);
  }

  async #makeFast(match: string): Promise<Analysed> {
    const record = await this.#find(match, FAST_ENGINE);
    if ('ok' in record) return record;
    this.#counts.misses++;
    const made = reportOf(await this.#parts.analyser.fastReport(record));
    if (made.ok) await this.#store(match, FAST_ENGINE, made.value);
    return made;
  }

  /** The stored report, or the record to make one from. */
  async #find(matchId: string, engine: EngineName): Promise<Analysed | MatchRecord> {
    const stored = await this.#parts.annotations.read({ matchId, ...engine });
    if (stored !== null) this.#counts.hits++;
    if (stored !== null) return { ok: true, value: stored };
    return (await this.#parts.records.read(matchId)) ?? unknownMatch;
  }

  #store(matchId: string, engine: EngineName, text: string): Promise<void> {
    return this.#parts.annotations.keep({ matchId, ...engine }, text, this.#parts.world.now());
  }

  #remember(matchId: string, asker: string, until: number): Promise<boolean> {
    const { requests, deepEngine, limitDeep: perAsker, world } = this.#parts;
    const limits = { perAsker, ample: AMPLE_REQUESTS, most: MOST_REQUESTS };
    return requests.remember({ matchId, ...deepEngine, asker, until }, this.#keeper(), limits, world.now());
  }

  #keeper() {
    const { processId: keeper, world } = this.#parts;
    return { keeper, keptUntil: world.now() + KEPT_MS };
  }

  /** Takes requests over that no process follows, and says that this one follows its own. */
  async #keep(): Promise<void> {
    const { requests, world, alarms, isAlone, log, deepEngine } = this.#parts;
    try {
      if (!isAlone) await requests.renew(this.#keeper());
      for (const { matchId, engineId, ply, asker, until } of await requests.claim(
        this.#keeper(),
        world.now(),
        MOST_REQUESTS,
      )) {
        // After a change of the engine, requests for the former one end.
        if (engineId !== deepEngine.engineId || ply !== deepEngine.ply)
          await requests.forget({ matchId, engineId, ply });
        else await this.#resume(matchId, { asker, until });
      }
    } catch (err) {
      log.error({ err }, 'could not continue the remembered requests for deep analysis; tries again');
    }
    if (!isAlone && !this.#isStopped) alarms.set(KEEP_ALARM, world.now() + RENEW_MS, () => this.#keep());
  }

  async #resume(match: string, asking: Asking): Promise<void> {
    const { log, requests, deepEngine } = this.#parts;
    if (this.#followed.has(match) || this.#isStopped) return;
    const record = await this.#find(match, deepEngine);
    if ('ok' in record) return requests.forget({ matchId: match, ...deepEngine });
    if (this.#followed.has(match)) return;
    this.#follow(match, asking, record).made.catch((err) =>
      log.error({ err, match }, 'could not continue a deep analysis; the next request tries again'),
    );
  }

  #follow(match: string, asking: Asking, record: MatchRecord): Followed {
    this.#counts.misses++;
    let begin = (_made: Promise<Analysed>) => {};
    const made = new Promise<Analysed>((resolve) => {
      begin = resolve;
    });
    const followed: Followed = { made, analysis: null };
    this.#followed.set(match, followed);
    begin(this.#analyse(match, asking, record, followed).finally(() => this.#followed.delete(match)));
    made.catch(() => undefined);
    return followed;
  }

  async #analyse(match: string, asking: Asking, record: MatchRecord, followed: Followed): Promise<Analysed> {
    const { analyser, deepEngine, requests } = this.#parts;
    const jobs = await analyser.jobs(record, deepEngine);
    if (!jobs.ok) return this.#tryAgain(match, asking, jobs);
    const results = await this.#judged(asking, jobs.value, followed);
    if (results === null) return pending(await this.#hasWorkers(), followed);
    const report = await analyser.deepReport(record, deepEngine, results);
    if (!report.ok) return this.#tryAgain(match, asking, report);
    await this.#store(match, deepEngine, report.value);
    await requests.forget({ matchId: match, ...deepEngine });
    return { ok: true, value: report.value };
  }

  /** The results of all jobs, or null when this process stops following them. */
  async #judged(asking: Asking, jobs: readonly Job[], followed: Followed) {
    const { evaluator, world } = this.#parts;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const analysis = new DeepAnalysis({ asking, jobs, evaluator, world });
      followed.analysis = analysis;
      if (this.#isStopped) analysis.stop();
      if (!(await analysis.complete)) return null;
      const results = await evaluator.results(jobs.map(({ key }) => key));
      // Old evaluations may have been pruned in the meantime.
      if (results.size === jobs.length) return results;
    }
    throw new Error('evaluations of a match are pruned before its report is made');
  }

  /** The request stays remembered. */
  #tryAgain(match: string, asking: Asking, failure: Failure): Analysed {
    const { alarms, world } = this.#parts;
    if (!this.#isStopped)
      alarms.set(`${ANALYSIS_ALARM}again/${match}`, world.now() + AGAIN_MS, () => this.#resume(match, asking));
    return reportOf(failure);
  }

  /** Waits for the report. On timeout returns the progress. */
  #within({ waitMs, startedAt }: Patience, match: string, followed: Followed): Promise<Analysed> {
    const { alarms, world } = this.#parts;
    const alarm = `${ANALYSIS_ALARM}wait/${match}/${this.#waits++}`;
    const endsAt = () =>
      waitMs === null
        ? Math.max(startedAt, followed.analysis?.movedAt ?? startedAt) + RESULT_TIMEOUT_MS
        : startedAt + waitMs;
    const over = new Promise<Analysed>((resolve, reject) => {
      const wait = () => {
        const at = endsAt();
        if (at > world.now()) return alarms.set(alarm, at, wait);
        this.#hasWorkers().then((has) => resolve(pending(has, followed)), reject);
      };
      wait();
    });
    return Promise.race([followed.made, over]).finally(() => alarms.clear(alarm));
  }

  async #hasWorkers(): Promise<boolean> {
    const { present, distrusted } = await this.#parts.workers.count();
    return present > distrusted;
  }
}

const unknownMatch: NoReport = {
  ok: false,
  code: 'no-such-match',
  message: 'no such match',
  hint: 'Only finished matches are analysed.',
};

const REMEMBERED = 'The request is remembered for a day; the finished part is kept.';

/** The answer while the report is not there. */
function pending(hasWorkers: boolean, { analysis }: Followed): NoReport {
  const isMoving = analysis?.isMoving ?? true;
  const why = hasWorkers
    ? 'The workers for deep analysis are busy with other matches.'
    : 'No worker is connected for deep analysis at present.';
  const hint = isMoving ? `It continues. ${REMEMBERED}` : `${why} ${REMEMBERED}`;
  const common = { ok: false, code: 'not-analysed', message: 'The deep analysis is not finished yet.', hint } as const;
  return analysis ? { ...common, progress: analysis.progress } : common;
}

function refused(limit: number): NoReport {
  return {
    ok: false,
    code: 'analysis-limit',
    message: 'Too many deep analyses are requested already.',
    hint: `The service remembers ${limit} requests of one network, and fewer while it has many. Ask again when one of them is finished.`,
  };
}

function reportOf(made: { readonly ok: true; readonly value: string } | Failure): Analysed {
  return made.ok ? made : { ok: false, code: 'not-analysed', message: made.message, hint: 'Try again in a minute.' };
}
