import { median } from '../shared/samples.ts';
import type { Figures } from './meter.ts';
import type { RunFigures } from './run.ts';

type Column = readonly [head: string, cell: (run: RunFigures, floor: RunFigures | undefined) => string];

const times = (own: number, floor: number | undefined) => (floor ? `${(own / floor).toFixed(2)} ×` : '–');
const whole = (value: number) => value.toFixed(0);
const ms = (value: number) => value.toFixed(value < 10 ? 2 : 0);
const kB = (bytes: number) => whole(bytes / 1024);

const first: readonly Column[] = [
  ['matches', ({ matches }) => whole(matches)],
  ['server', ({ name }) => name],
];
const rest: readonly Column[] = [
  ['resident KB a match', (run) => kB(run.rssBytesPerMatch)],
  ['heap KB a match', (run) => kB(run.heapBytesPerMatch)],
  ['heap KB at the end', (run) => `${kB(run.heapBytesPerMatchAtEnd)} (${whole(run.eventsPerMatchAtEnd)} events)`],
];

function stretch(of: (run: RunFigures) => Figures): readonly Column[] {
  return [
    ...first,
    ['heard per second', (run) => whole(of(run).heardPerS)],
    ['of raw ws', (run, floor) => times(of(run).heardPerS, floor && of(floor).heardPerS)],
    ['events per second', (run) => whole(of(run).eventsPerS)],
    ['p50 ms', (run) => ms(of(run).p50Ms)],
    ['p99 ms', (run) => ms(of(run).p99Ms)],
    ['p99 above raw ws', (run, floor) => (floor ? ms(of(run).p99Ms - of(floor).p99Ms) : '–')],
    ['CPU µs per event', (run) => whole(of(run).cpuUsPerEvent)],
    ['of raw ws', (run, floor) => times(of(run).cpuUsPerEvent, floor && of(floor).cpuUsPerEvent)],
    ['cores: server, players', (run) => `${of(run).serverCores.toFixed(2)}, ${of(run).playersCores.toFixed(2)}`],
    ['players busy', (run) => `${whole(of(run).playersBusy * 100)} %`],
    ['players late p99 ms', (run) => ms(of(run).playersLateP99Ms)],
  ];
}

const ONE_SHARED = 'Anchor × 1 (shared)';

/** The cost of processes that share PostgreSQL, in times of one such process and of one with the embedded file. */
function sharing(of: (run: RunFigures) => Figures, runs: readonly RunFigures[]): readonly Column[] {
  const against = (name: string, { matches }: RunFigures) =>
    runs.find((one) => one.name === name && one.matches === matches);
  const all = (run: RunFigures) => of(run).cpuUsPerEvent;
  const withoutIdle = (run: RunFigures) => all(run) - run.idleCpuUsPerS / of(run).eventsPerS;
  const cost = (run: RunFigures, name: string, part: (run: RunFigures) => number) => {
    const other = against(name, run);
    return times(part(run), other && part(other));
  };
  return [
    ...first,
    ['events per second', (run) => whole(of(run).eventsPerS)],
    ['servers idle: CPU ms per second', (run) => ms(run.idleCpuUsPerS / 1000)],
    ['servers’ CPU µs per event', (run) => whole(all(run))],
    ['of one shared', (run) => cost(run, ONE_SHARED, all)],
    ['of the embedded file', (run) => cost(run, 'Anchor', all)],
    ['without the idle time', (run) => whole(withoutIdle(run))],
    ['of one shared', (run) => cost(run, ONE_SHARED, withoutIdle)],
    ['of the embedded file', (run) => cost(run, 'Anchor', withoutIdle)],
    ['PostgreSQL µs per event', (run) => whole(of(run).postgresUsPerEvent)],
    ['overtaken events', (run) => whole(of(run).overtaken)],
  ];
}

/**
 * Formats the measurements as Markdown: paced, saturated, memory. With several rounds it shows the median of
 * each figure.
 */
export function tablesOf(runs: readonly RunFigures[]): string {
  const merged = mergeRounds(runs);
  const parts: readonly (readonly [string, readonly Column[]])[] = [
    ['Paced', stretch(({ paced }) => paced)],
    ['Saturated', stretch(({ saturated }) => saturated)],
    ['Memory', [...first, ...rest]],
  ];
  const shared = merged.filter(({ name }) => name.startsWith('Anchor'));
  const sharedParts: typeof parts = [
    ['Shared database, paced', sharing(({ paced }) => paced, merged)],
    ['Shared database, saturated', sharing(({ saturated }) => saturated, merged)],
  ];
  const text = (of: typeof parts, rows: readonly RunFigures[]) =>
    of.map(([title, columns]) => `\n${title}:\n\n${markdown(columns, rows)}`).join('\n');
  return shared.length > 1 ? `${text(parts, merged)}\n${text(sharedParts, shared)}` : text(parts, merged);
}

function markdown(columns: readonly Column[], runs: readonly RunFigures[]): string {
  const floorOf = ({ matches }: RunFigures) => runs.find((one) => one.name === 'raw ws' && one.matches === matches);
  const rows = runs.map((run) => columns.map(([, cell]) => cell(run, floorOf(run))));
  const lines = [columns.map(([head]) => head), columns.map((_, n) => (n === 1 ? '---' : '---:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns one row per contender and number of matches. */
function mergeRounds(runs: readonly RunFigures[]): RunFigures[] {
  const keys = [...new Set(runs.map(({ name, matches }) => `${matches} ${name}`))];
  return keys.map((key) => mergeRuns(runs.filter(({ name, matches }) => `${matches} ${name}` === key)));
}

function mergeRuns(runs: readonly RunFigures[]): RunFigures {
  const [{ name, matches }] = runs as [RunFigures];
  const middle = (of: (run: RunFigures) => number) => median(runs.map(of));
  return {
    name,
    matches,
    rssBytesPerMatch: middle((run) => run.rssBytesPerMatch),
    heapBytesPerMatch: middle((run) => run.heapBytesPerMatch),
    idleCpuUsPerS: middle((run) => run.idleCpuUsPerS),
    paced: mergeFigures(runs.map(({ paced }) => paced)),
    saturated: mergeFigures(runs.map(({ saturated }) => saturated)),
    heapBytesPerMatchAtEnd: middle((run) => run.heapBytesPerMatchAtEnd),
    eventsPerMatchAtEnd: middle((run) => run.eventsPerMatchAtEnd),
  };
}

function mergeFigures(all: readonly Figures[]): Figures {
  const middle = (name: keyof Figures) => median(all.map((figures) => figures[name]));
  return {
    heardPerS: middle('heardPerS'),
    eventsPerS: middle('eventsPerS'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    cpuUsPerEvent: middle('cpuUsPerEvent'),
    postgresUsPerEvent: middle('postgresUsPerEvent'),
    overtaken: middle('overtaken'),
    serverCores: middle('serverCores'),
    playersCores: middle('playersCores'),
    playersBusy: middle('playersBusy'),
    playersLateP99Ms: middle('playersLateP99Ms'),
  };
}
