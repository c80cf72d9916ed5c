import type { EngineName } from '@anchor/analysis';
import type { AnalysisPending, Confirmations, Judgement, WorkerStatus } from '@anchor/wire';
import type { MatchRecord } from 'bg-record';
import type { Failure } from 'bg-rules';
import type { AnnotationStore, DeepQueueStore, DeepRequest } from '../ports/analysis.ts';
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
const OWNED_MS = 60_000;
/** A process without others takes nothing over: it only ends what is a day old. */
const ALONE_MS = 3_600_000;
/** How often a match is judged again because evaluations were pruned before the last one arrived. */
const MOST_TRIES = 3;
/** A report that could not be made is tried again after this time. */
const AGAIN_MS = 60_000;
/** Number of requests in all from which an asker may have one, and that are remembered at most. */
const AMPLE_REQUESTS = 250;
const MOST_REQUESTS = 500;
/** Requests that a process takes over with one statement. It continues them before its claim on them ends. */
const CLAIMED_AT_ONCE = 20;

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
  readonly isExclusive: boolean;
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
  /** Resolves when the decisions are queued, or cannot be. */
  readonly begun: Promise<void>;
  asking: Asking;
  /** When the decisions were queued last. */
  askedAt: number;
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
 * process ends, another one or the next start takes it over. A process keeps only the names of the decisions of a match that it follows.
 */
export class Analyses {
  readonly #parts: AnalysesParts;
  readonly #underway = new Map<string, Promise<Analysed>>();
  readonly #followed = new Map<string, Followed>();
  #keeping: Promise<void> = Promise.resolve();
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

  /** Begins to continue the requests that are remembered. Does not wait for it, because there may be many. */
  async start(): Promise<void> {
    const { isExclusive, requests } = this.#parts;
    if (isExclusive) await requests.release(null);
    this.#keeping = this.#keep();
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
  async deep(match: string, waitMs: number | null = null, asker = ''): Promise<Analysed> {
    const analysed = await this.#deep(match, asker, { waitMs, startedAt: this.#parts.world.now() });
    if (analysed.ok || analysed.code === 'no-such-match') return analysed;
    return { ...analysed, hint: `${NO_WORKER} ${analysed.hint}` };
  }

  /** A deep report with the judgements that it follows from as one more member: null if none are stored with it. */
  async judged(match: string, report: string): Promise<string> {
    const judgements = await this.#parts.annotations.readJudgements({ matchId: match, ...this.#parts.deepEngine });
    return `${report.slice(0, -1)},"judgements":${judgements}}`;
  }

  /** A deep report with the number of its judgements that are independently confirmed as one more member. */
  async confirmed(match: string, report: string): Promise<string> {
    const text = await this.#parts.annotations.readJudgements({ matchId: match, ...this.#parts.deepEngine });
    const judgements: readonly Judgement[] = text === null ? [] : JSON.parse(text);
    const confirmed = judgements.filter((judgement) => judgement.confirmed === true).length;
    const confirmations: Confirmations = { judgements: judgements.length, confirmed };
    return `${report.slice(0, -1)},"confirmations":${JSON.stringify(confirmations)}}`;
  }

  async #deep(match: string, asker: string, patience: Patience): Promise<Analysed> {
    const known = this.#followed.get(match);
    if (known) return this.#join(match, known, patience);
    const found = await this.#find(match, this.#parts.deepEngine);
    if ('ok' in found) return found;
    const until = this.#parts.world.now() + REQUEST_MS;
    const isRemembered = await this.#remember(match, { asker, until });
    // Another request may have begun to follow the match in the meantime.
    const other = this.#followed.get(match);
    if (other) return this.#join(match, other, patience);
    if (!isRemembered) return refused(this.#parts.limitDeep);
    return this.#within(patience, match, this.#follow(match, { asker, until }));
  }

  /** Waits for an analysis that is followed already. If nothing moves, queues again what the queue may have lost, and extends the request. */
  async #join(match: string, followed: Followed, patience: Patience): Promise<Analysed> {
    this.#counts.coalesced++;
    const now = this.#parts.world.now();
    const { analysis, askedAt, asking } = followed;
    if (analysis && !analysis.isMoving && now - askedAt >= RESULT_TIMEOUT_MS) {
      followed.askedAt = now;
      const extended = { ...asking, until: now + REQUEST_MS };
      if (await this.#remember(match, extended)) followed.asking = extended;
      const jobs = await this.#jobs(match);
      if (jobs.ok) await analysis.askAgain(followed.asking, jobs.value);
    }
    return this.#within(patience, match, followed);
  }

  /** Leaves the deep analyses to other processes or the next start. Resolves when none is being worked on here. */
  async stop(): Promise<void> {
    const { alarms, log, requests, processId } = this.#parts;
    this.#isStopped = true;
    alarms.clear(KEEP_ALARM);
    for (const { analysis } of this.#followed.values()) analysis?.stop();
    await this.#keeping;
    await Promise.allSettled([...this.#underway.values(), ...[...this.#followed.values()].map(({ made }) => made)]);
    await requests
      .release(processId)
      .catch((err) => log.error({ err }, 'could not leave the deep analyses to others, which continue them later'));
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

  #store(matchId: string, engine: EngineName, text: string, judgements?: string): Promise<void> {
    return this.#parts.annotations.keep({ matchId, ...engine }, text, this.#parts.world.now(), judgements);
  }

  #remember(matchId: string, { asker, until }: Asking): Promise<boolean> {
    const { requests, deepEngine, limitDeep: perAsker, world } = this.#parts;
    const limits = { perAsker, ample: AMPLE_REQUESTS, most: MOST_REQUESTS };
    return requests.remember({ matchId, ...deepEngine, asker, until }, this.#owner(), limits, world.now());
  }

  #owner() {
    const { processId: owner, world } = this.#parts;
    return { owner, ownedUntil: world.now() + OWNED_MS };
  }

  /** Takes requests over that no process follows, and says that this one follows its own. Does not reject. */
  async #keep(): Promise<void> {
    const { requests, world, alarms, isExclusive, log } = this.#parts;
    let againMs = RENEW_MS;
    try {
      for (let isMore = true; isMore && !this.#isStopped; ) {
        if (!isExclusive) await requests.renew(this.#owner());
        const claimed = await requests.claim(this.#owner(), world.now(), CLAIMED_AT_ONCE);
        // One after the other, because a record is large while its decisions are gathered.
        for (const request of claimed) await this.#resume(request);
        isMore = claimed.length === CLAIMED_AT_ONCE;
      }
      this.#forgetOld();
      if (isExclusive) againMs = ALONE_MS;
    } catch (err) {
      log.error({ err }, 'could not continue the remembered requests for deep analysis; tries again');
    }
    if (!this.#isStopped)
      alarms.set(KEEP_ALARM, world.now() + againMs, () => {
        this.#keeping = this.#keep();
        return this.#keeping;
      });
  }

  /** Ends the analyses whose last request is a day old. Their jobs have left the queue. */
  #forgetOld(): void {
    const now = this.#parts.world.now();
    for (const { asking, analysis } of this.#followed.values()) if (asking.until <= now) analysis?.stop();
  }

  async #resume({ matchId, engineId, ply, asker, until }: DeepRequest): Promise<void> {
    const { requests, deepEngine, annotations } = this.#parts;
    if (this.#followed.has(matchId) || this.#isStopped) return;
    // After a change of the engine, requests for the former one end.
    const isOver = engineId !== deepEngine.engineId || ply !== deepEngine.ply;
    if (isOver || (await annotations.read({ matchId, engineId, ply })) !== null)
      return requests.forget({ matchId, engineId, ply });
    if (!this.#followed.has(matchId)) await this.#follow(matchId, { asker, until }).begun;
  }

  #follow(match: string, asking: Asking): Followed {
    this.#counts.misses++;
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const made: Promise<Analysed> = Promise.resolve()
      .then(() => this.#analyse(match, followed, begin))
      .catch((err: unknown) => {
        this.#parts.log.error({ err, match }, 'could not continue a deep analysis; tries again');
        this.#tryAgain(match, followed.asking);
        throw err;
      })
      .finally(() => {
        this.#followed.delete(match);
        begin();
      });
    made.catch(() => undefined);
    const followed: Followed = { made, begun, asking, askedAt: this.#parts.world.now(), analysis: null };
    this.#followed.set(match, followed);
    return followed;
  }

  async #analyse(match: string, followed: Followed, begun: () => void): Promise<Analysed> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const failure = await this.#begin(match, followed);
      if (failure) return failure;
      begun();
      if (!(await followed.analysis?.complete)) return pending(await this.#hasWorkers(), followed);
      const report = await this.#report(match, followed);
      if (report) return report;
    }
    throw new Error('evaluations of a match are pruned before its report is made');
  }

  /** Queues the decisions. Returns the reason if that is not possible. */
  async #begin(match: string, followed: Followed): Promise<Analysed | null> {
    const { evaluator, world } = this.#parts;
    const jobs = await this.#jobs(match);
    if (!jobs.ok) return this.#failed(match, followed, jobs);
    followed.analysis = new DeepAnalysis({ asking: followed.asking, jobs: jobs.value, evaluator, world });
    if (this.#isStopped) followed.analysis.stop();
    await followed.analysis.queued;
    return null;
  }

  /** Makes and stores the report. Returns null if old evaluations have been pruned in the meantime. */
  async #report(match: string, followed: Followed): Promise<Analysed | null> {
    const { analyser, deepEngine, evaluator, records, requests } = this.#parts;
    const keys = followed.analysis?.keys ?? [];
    const results = await evaluator.results(keys);
    if (results.size !== keys.length) return null;
    const record = await records.read(match);
    if (!record) return unknownMatch;
    const report = await analyser.deepReport(record, deepEngine, results);
    if (!report.ok) return this.#failed(match, followed, report);
    const { report: text, judgements } = report.value;
    await this.#store(match, deepEngine, text, judgements);
    await requests.forget({ matchId: match, ...deepEngine });
    return { ok: true, value: text };
  }

  async #jobs(match: string) {
    const record = await this.#parts.records.read(match);
    return record ? this.#parts.analyser.jobs(record, this.#parts.deepEngine) : unknownMatch;
  }

  #failed(match: string, { asking }: Followed, failure: Failure): Analysed {
    this.#tryAgain(match, asking);
    return reportOf(failure);
  }

  /** Follows the request again in a minute. It stays remembered. */
  #tryAgain(matchId: string, asking: Asking): void {
    const { alarms, world, deepEngine } = this.#parts;
    if (!this.#isStopped && asking.until > world.now())
      alarms.set(`${ANALYSIS_ALARM}again/${matchId}`, world.now() + AGAIN_MS, () =>
        this.#resume({ matchId, ...deepEngine, ...asking }),
      );
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
    return (await this.#parts.workers.count()).trusted > 0;
  }
}

const unknownMatch: NoReport = {
  ok: false,
  code: 'no-such-match',
  message: 'no such match',
  hint: 'Only finished matches are analysed.',
};

/** Begins every hint of the deep tier, by the interface. The rest of the hint says what is known. */
const NO_WORKER = 'No worker is connected for deep analysis, or none is free.';
const REMEMBERED = 'The request is remembered for a day; the finished part is kept.';

/** The answer while the report is not there. */
function pending(hasWorkers: boolean, { analysis }: Followed): NoReport {
  const isMoving = analysis?.isMoving ?? true;
  const busy = isMoving ? 'Workers are judging this match.' : 'Workers are connected, but busy with other matches.';
  const hint = hasWorkers ? `${busy} ${REMEMBERED}` : REMEMBERED;
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
