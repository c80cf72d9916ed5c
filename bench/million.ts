// Prints what many matches at a time need, with and without affinity, and which part bends first:
//   npx tsx bench/million.ts [--matches 1000000]
// `measured` has the figures that the benches print on one machine; change them after a run of your own.
import { parseArgs } from 'node:util';

/** Figures of `npm run x -- bench realtime` and of stored records. docs/performance.md has the runs. */
const measured = {
  /** Events a second of a match: a turn of four events in nine seconds. */
  eventsPerS: 4 / 9,
  /** Events of a match, and the minutes that it takes. */
  events: 600,
  minutes: 45,
  /** Servers' processor time of an event on a shared database, saturated, both players on one process (the table of processes that share it). */
  serverUs: 300,
  /** The same with the two players on two processes, in times of that. */
  apart: 1.75,
  /** Processor time of an event at PostgreSQL. */
  postgresUs: 90,
  /** Resident memory of a match with its two connections, and of a connection in the kernel. */
  matchKB: 35,
  connectionKB: 11,
  /** Bytes of an event as a row, and as a frame to each player. */
  rowBytes: 480,
  frameBytes: 600,
  /** Bytes of a stored record, compressed. */
  recordKB: 85,
  /** Bytes of a connected key in each process. */
  presenceBytes: 150,
  /** Changes of these for each match: two players come and go, and each reconnects once. */
  presenceChanges: 6,
} as const;

/** The most that one part does, by common experience where it was not measured here. */
const limits = {
  /** Share of the cores that the processes may use. */
  load: 0.6,
  /** Cores that a process can use: one event loop and its threads. */
  coresOfProcess: 1.3,
  /** Rows a second that one PostgreSQL takes in batches. */
  postgresRows: 75_000,
  /** Lines a second that the owner of the lobby sends to the other processes without being late. */
  lobbyLines: 50_000,
  /** Memory of a process. */
  processMB: 1_024,
} as const;

const { values } = parseArgs({ options: { matches: { type: 'string', default: '1000000' } } });
const asked = Number(values.matches);
if (!Number.isSafeInteger(asked) || asked < 1) {
  process.stderr.write('usage: npx tsx bench/million.ts [--matches NUMBER]\n');
  process.exit(2);
}

interface Needs {
  readonly events: number;
  readonly cores: number;
  readonly processes: number;
  readonly processMB: number;
  readonly rows: number;
  readonly lobbyLines: number;
  /** How many of one part are needed, by part. More than one means that the part has to be divided. */
  readonly parts: Readonly<Record<string, number>>;
}

function needs(matches: number, isTogether: boolean): Needs {
  const events = matches * measured.eventsPerS;
  const finished = matches / (measured.minutes * 60);
  const us = measured.serverUs * (isTogether ? 1 : measured.apart);
  const cores = (events * us) / 1e6 / limits.load;
  const keptMB = (matches * (measured.matchKB + measured.connectionKB) * (isTogether ? 1 : 2)) / 1024;
  const mirrorMB = (2 * matches * measured.presenceBytes) / 2 ** 20;
  const processes = Math.ceil(cores / limits.coresOfProcess);
  const lobbyLines = finished * measured.presenceChanges * processes;
  const parts = {
    PostgreSQL: events / limits.postgresRows,
    'lines of the lobby': lobbyLines / limits.lobbyLines,
    'memory of a process': (keptMB / processes + mirrorMB) / limits.processMB,
  };
  return {
    events,
    cores,
    processes,
    processMB: keptMB / processes + mirrorMB,
    rows: events,
    lobbyLines,
    parts,
  };
}

const number = (value: number) => (value < 10 ? value.toPrecision(2) : Math.round(value).toLocaleString('en'));

function row(name: string, of: (one: Needs) => number, both: readonly Needs[]): string {
  return `| ${name} | ${both.map((one) => number(of(one))).join(' | ')} |`;
}

/** The number of matches at which a part is used up. All needs grow in proportion to the matches, or nearly so. */
function bends(part: string, isTogether: boolean): number {
  let [low, high] = [1, 1e9];
  while (high - low > low / 1_000) {
    const middle = Math.sqrt(low * high);
    if ((needs(Math.round(middle), isTogether).parts[part] ?? 0) > 1) high = middle;
    else low = middle;
  }
  return low;
}

const both = [needs(asked, true), needs(asked, false)] as const;
const lines = [
  `${asked.toLocaleString('en')} matches at a time:\n`,
  '| | with affinity | without |',
  '|---|---:|---:|',
  row('events a second', ({ events }) => events, both),
  row('cores at 60 % load', ({ cores }) => cores, both),
  row('processes', ({ processes }) => processes, both),
  row('memory of a process, MB', ({ processMB }) => processMB, both),
  row('cores of PostgreSQL', ({ events }) => (events * measured.postgresUs) / 1e6, both),
  row('rows a second', ({ rows }) => rows, both),
  row('MB/s of rows', ({ rows }) => (rows * measured.rowBytes) / 1e6, both),
  row('MB/s to players', ({ events }) => (2 * events * measured.frameBytes) / 1e6, both),
  row('lines of the lobby a second', ({ lobbyLines }) => lobbyLines, both),
  row(
    'TB of records a day',
    () => ((asked / (measured.minutes * 60)) * 86_400 * measured.recordKB * 1024) / 1e12,
    both,
  ),
  '\nThe number of matches at which one of a part is used up:\n',
  '| part | with affinity | without |',
  '|---|---:|---:|',
  ...Object.keys(both[0].parts)
    .map((part) => [part, bends(part, true), bends(part, false)] as const)
    .toSorted((a, b) => a[1] - b[1])
    .map(([part, together, apart]) => `| ${part} | ${number(together)} | ${number(apart)} |`),
];
process.stdout.write(`${lines.join('\n')}\n`);
