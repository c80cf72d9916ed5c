import type { AsideRow } from './aside-rows.ts';
import type { AttackRow } from './attack.ts';
import type { Figures } from './attacked-server.ts';
import type { FloodRow } from './flood-rows.ts';
import type { Seen } from './tally.ts';

type Cell = string | number;
/** The heading and the width of each column. */
type Columns = readonly (readonly [heading: string, width: number])[];

const attackColumns: Columns = [
  ['attack', 16],
  ...(['pause ms', 'store ms', 'delay ms'] as const).map((heading) => [heading, 10] as const),
  ['p99', 6],
  ['ping ms', 9],
  ['events', 8],
  ['RSS MB: before', 16],
  ['peak', 7],
  ['after', 7],
  ['new keys', 10],
  ['verdict', 9],
];

const floodColumns: Columns = [
  ['flood', 22],
  ['addresses', 10],
  ['answers/s', 11],
  ['CPU ms each', 13],
  ['events/s', 10],
  ['median ms', 11],
  ['p99', 7],
  ['worst', 7],
  ['resumes', 9],
  ['refused', 9],
  ['health ms', 11],
  ['not ok', 8],
  ['attacker: used', 16],
  ['waited', 8],
  ['load', 6],
  ['verdict', 9],
];

const asideColumns: Columns = [
  ['asides', 16],
  ['matches', 9],
  ['most in one place', 19],
  ['stored', 8],
  ['verdict', 9],
];

function line(columns: Columns, cells: readonly Cell[]): string {
  const text = (cell: Cell, n: number) => {
    const [, width = 0] = columns[n] ?? [];
    return n === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
  };
  return cells.map(text).join('');
}

const headingOf = (columns: Columns) =>
  line(
    columns,
    columns.map(([heading]) => heading),
  );

function details(seen: Seen, broken: readonly string[]): readonly string[] {
  const answers = Object.entries(seen).map(([what, count]) => `${what}: ${count}`);
  return [
    ...(answers.length > 0 ? [`    seen: ${answers.join(', ')}`] : []),
    ...broken.map((what) => `    BROKEN: ${what}`),
  ];
}

const verdictOf = (broken: readonly string[]) => (broken.length === 0 ? 'PASS' : 'FAIL');

export const attackHeading = headingOf(attackColumns);
export const floodHeading = headingOf(floodColumns);
export const asideHeading = headingOf(asideColumns);

export function asideLines({ name, matches, displacements, asides, broken }: AsideRow): readonly string[] {
  const cells = [name, matches, displacements, asides, verdictOf(broken)];
  return [line(asideColumns, cells), ...details({}, broken)];
}

export function attackLines(row: AttackRow): readonly string[] {
  const { name, events, rssMB, newPlayers, seen, broken } = row;
  const times = [row.pauseMs, row.storeMs, row.delayMs, row.delayP99Ms, row.pingMs].map(Math.round);
  const cells = [name, ...times, events, rssMB.before, rssMB.peak, rssMB.after, newPlayers, verdictOf(broken)];
  return [line(attackColumns, cells), ...details(seen, broken)];
}

/** A line for the idle connections, and one for each number of addresses. */
export function floodLines({ name, control, floods, failures }: FloodRow): readonly string[] {
  const idle = control ? [line(floodColumns, [name, 'idle', '', '', ...honest(control), '', '', load(control)])] : [];
  const flooded = floods.flatMap(({ addresses, figures, answers, cpuMsPerAnswer, attacker, seen, broken }) => {
    const rate = Math.round(answers / figures.seconds);
    const cells = [
      addresses,
      rate,
      cpuMsPerAnswer?.toFixed(2) ?? '–',
      ...honest(figures),
      percent(attacker.used),
      percent(attacker.waited),
    ];
    return [line(floodColumns, ['', ...cells, load(figures), verdictOf(broken)]), ...details(seen, broken)];
  });
  return [...idle, ...flooded, ...details({}, failures)];
}

function honest({ events, seconds, resumes, refusals, healths, ...delays }: Figures): readonly Cell[] {
  const times = [delays.delayMedianMs, delays.delayP99Ms, delays.delayMs].map(Math.round);
  const health = [Math.round(healths.worstMs), `${healths.notOk}/${healths.asked}`];
  return [(events / seconds).toFixed(1), ...times, resumes, refusals, ...health];
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function load({ load: average }: Figures): string {
  return average.toFixed(1);
}
