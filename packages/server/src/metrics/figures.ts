import { Counter, Gauge, type Registry } from 'prom-client';

/** Values of a metric by label. */
type Parts<Value extends string> = Readonly<Record<Value, number>>;

/** Values read from the service at each scrape. Null if the metric does not apply, or if the store that knows it fails. */
export interface Figures {
  readonly matchesOwned: number;
  readonly matchesOpen: number;
  readonly sockets: Parts<'identified' | 'anonymous'>;
  readonly watchers: number;
  readonly playersOnline: number;
  readonly seeksOpen: number | null;
  readonly limiterKeys: number;
  readonly analysisJobs: Parts<'waiting' | 'leased'> | null;
  readonly analysisServed: number | null;
  readonly analysisDropped: number | null;
  readonly analysisRejected: number | null;
  readonly analysisWorkers: number | null;
  readonly errors: number;
  readonly databaseUp: number;
  readonly logSize: number | null;
  readonly logWaiting: number | null;
  readonly logWaitingSeconds: number | null;
  readonly logHalted: number | null;
  readonly logOwn: number | null;
  readonly backupSeconds: number | null;
  readonly backupBytes: number | null;
  readonly backupOk: number | null;
  readonly otherProcesses: number | null;
  readonly linksFailing: number | null;
  readonly lobbyUp: number;
}

type Figure = Figures[keyof Figures];
type Shown = readonly [kind: 'gauge' | 'counter', name: string, help: string, label?: string];

const shown: { readonly [Name in keyof Figures]: Shown } = {
  matchesOwned: ['gauge', 'anchor_matches_owned', 'Live matches that this process owns.'],
  matchesOpen: ['gauge', 'anchor_matches_open', 'Live matches that this process has in memory.'],
  sockets: ['gauge', 'anchor_sockets', 'Connections of this process, with or without a proved key.', 'state'],
  watchers: ['gauge', 'anchor_watchers', 'Matches that connections of this process follow without a seat.'],
  playersOnline: ['gauge', 'anchor_players_online', 'Keys connected to any process.'],
  seeksOpen: ['gauge', 'anchor_seeks_open', 'Open seeks. Only the process that owns the lobby has this figure.'],
  limiterKeys: ['gauge', 'anchor_limiter_keys', 'Addresses and keys in the rate limiters of this process.'],
  analysisJobs: ['gauge', 'anchor_analysis_jobs', 'Deep-analysis jobs that are waiting or leased to workers.', 'state'],
  analysisServed: [
    'counter',
    'anchor_analysis_jobs_served_total',
    'Deep-analysis jobs whose result this process accepted.',
  ],
  analysisDropped: ['counter', 'anchor_analysis_jobs_dropped_total', 'Deep-analysis jobs that this process dropped.'],
  analysisRejected: ['counter', 'anchor_analysis_results_rejected_total', 'Worker results that were refused.'],
  analysisWorkers: ['gauge', 'anchor_analysis_workers', 'Workers that recently contacted this process.'],
  errors: ['counter', 'anchor_errors_total', 'Unexpected errors; each is in the log.'],
  databaseUp: ['gauge', 'anchor_database_up', '1 if the last look could write to the database.'],
  logSize: ['gauge', 'anchor_log_size', 'Entries of the published checkpoint of the public log.'],
  logWaiting: ['gauge', 'anchor_log_waiting', 'Entries of the public log that are in no published checkpoint yet.'],
  logWaitingSeconds: ['gauge', 'anchor_log_waiting_seconds', 'Age of the oldest of these entries.'],
  logHalted: ['gauge', 'anchor_log_halted', '1 if this process has stopped signing the public log.'],
  logOwn: ['gauge', 'anchor_log_own', '1 if the first entry of the public log names the key of this process.'],
  backupSeconds: ['gauge', 'anchor_backup_timestamp_seconds', 'Start of the newest backup, in seconds since 1970.'],
  backupBytes: ['gauge', 'anchor_backup_bytes', 'Size of the newest backup.'],
  backupOk: ['gauge', 'anchor_backup_ok', '1 if the last backup succeeded.'],
  otherProcesses: ['gauge', 'anchor_other_processes', 'Other processes that share the database.'],
  linksFailing: ['gauge', 'anchor_links_failing', 'Other processes that this one cannot reach.'],
  lobbyUp: ['gauge', 'anchor_lobby_up', '1 if this process reaches the owner of the lobby.'],
};

/** Registers the metrics. Returns a function that sets their values. */
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
    // A reset leaves no value of a metric with a label, and 0 in one without.
    if (figure === null) {
      if (label === undefined) metric.remove();
    } else if (typeof figure === 'number') metric.inc(figure);
    else for (const [value, part] of Object.entries(figure)) metric.inc({ [label ?? '']: value }, part);
  };
}
