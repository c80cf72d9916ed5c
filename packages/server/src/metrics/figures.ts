import { Counter, Gauge, type Registry } from 'prom-client';

/** Parts of a figure by the value of its label. */
type Parts<Value extends string> = Readonly<Record<Value, number>>;

/** What the parts of the service know of themselves, read at each scrape. Null: there is no such thing here. */
export interface Figures {
  readonly matchesKept: number;
  readonly matchesOpen: number;
  readonly sockets: Parts<'identified' | 'anonymous'>;
  readonly watchers: number;
  readonly playersOnline: number;
  readonly seeksOpen: number;
  readonly limiterKeys: number;
  readonly analysisJobs: Parts<'waiting' | 'leased'>;
  readonly analysisServed: number;
  readonly analysisDropped: number;
  readonly analysisRejected: number;
  readonly analysisWorkers: number;
  readonly errors: number;
  readonly backupSeconds: number | null;
  readonly backupBytes: number | null;
  readonly backupOk: number | null;
  readonly redisUp: number | null;
  readonly redisWhole: number | null;
  readonly redisOthers: number | null;
  readonly redisIgnored: number | null;
  readonly busGaps: number | null;
  readonly busSilenceSeconds: number | null;
}

type Figure = Figures[keyof Figures];
type Shown = readonly [kind: 'gauge' | 'counter', name: string, help: string, label?: string];

const shown: { readonly [Name in keyof Figures]: Shown } = {
  matchesKept: ['gauge', 'anchor_matches_kept', 'Live matches that this process runs.'],
  matchesOpen: ['gauge', 'anchor_matches_open', 'Live matches that this process has in memory.'],
  sockets: ['gauge', 'anchor_sockets', 'Connections of this process, with a proved key or without.', 'state'],
  watchers: ['gauge', 'anchor_watchers', 'Matches that connections of this process follow without a seat.'],
  playersOnline: ['gauge', 'anchor_players_online', 'Keys connected, to whatever process.'],
  seeksOpen: ['gauge', 'anchor_seeks_open', 'Open seeks, on whatever process.'],
  limiterKeys: ['gauge', 'anchor_limiter_keys', 'Addresses and keys that the limits of this process remember.'],
  analysisJobs: ['gauge', 'anchor_analysis_jobs', 'Jobs of deep analysis that wait, or that workers have.', 'state'],
  analysisServed: ['counter', 'anchor_analysis_jobs_served_total', 'Jobs that got their result on this process.'],
  analysisDropped: ['counter', 'anchor_analysis_jobs_dropped_total', 'Jobs that this process gave up.'],
  analysisRejected: ['counter', 'anchor_analysis_results_rejected_total', 'Results of workers that were refused.'],
  analysisWorkers: ['gauge', 'anchor_analysis_workers', 'Workers that this process heard of lately.'],
  errors: ['counter', 'anchor_errors_total', 'Errors that nobody expected; each is in the log.'],
  backupSeconds: ['gauge', 'anchor_backup_timestamp_seconds', 'When the newest backup was begun, since 1970.'],
  backupBytes: ['gauge', 'anchor_backup_bytes', 'Size of the newest backup.'],
  backupOk: ['gauge', 'anchor_backup_ok', 'Whether the last try to make a backup worked.'],
  redisUp: ['gauge', 'anchor_redis_up', 'Whether Redis answers this process.'],
  redisWhole: ['gauge', 'anchor_redis_whole', 'Whether what all other processes say arrives here.'],
  redisOthers: ['gauge', 'anchor_redis_others', 'Other processes that were heard lately.'],
  redisIgnored: ['counter', 'anchor_redis_ignored_total', 'Things in Redis that no process of ours wrote.'],
  busGaps: ['counter', 'anchor_bus_gaps_total', 'Times at which something that another process said was missing.'],
  busSilenceSeconds: ['gauge', 'anchor_bus_silence_seconds', 'Since what this process says last came back to it.'],
};

/** Registers the figures; what is returned puts new ones in their place. */
export function showFigures(registry: Registry): (figures: Figures) => void {
  const names = Object.keys(shown) as (keyof Figures)[];
  const setters = names.map((name) => [name, setter(registry, shown[name])] as const);
  return (figures) => {
    for (const [name, set] of setters) set(figures[name]);
  };
}

function setter(registry: Registry, [kind, name, help, label]: Shown): (figure: Figure) => void {
  const options = { name, help, labelNames: label === undefined ? [] : [label], registers: [registry] };
  const metric = kind === 'gauge' ? new Gauge(options) : new Counter(options);
  return (figure) => {
    metric.reset();
    if (figure === null) metric.remove();
    else if (typeof figure === 'number') metric.inc(figure);
    else for (const [value, part] of Object.entries(figure)) metric.inc({ [label ?? '']: value }, part);
  };
}
