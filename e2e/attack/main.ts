// Attacks and floods a running server with honest matches. docs/performance.md says what is measured and has the
// bounds, docs/threat-model.md explains them.
//   npm run x -- attack [--only NAME[,NAME]] [--addresses 1|20|both] [--connections 30] [--seconds 8] [--limit SECONDS]
//     [--json FILE] [--program packages/server/dist/main.js]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ASIDE_SECONDS, type AsideRow, asideNames, runAsides } from './aside-rows.ts';
import { type AttackRow, attackNames, runAttacks } from './attack.ts';
import { ADDRESSES, type FloodRow, OF_ONE_ADDRESS, PAIRS, runFloods, SCHOOL } from './flood-rows.ts';
import { floodGroups, WORST } from './floods.ts';
import { asideHeading, asideLines, attackHeading, attackLines, floodHeading, floodLines } from './report.ts';

type Row = AttackRow | FloodRow | AsideRow;

const SCHOOL_PREFIX = 'school/';
/** The time to start a server, and to open the connections of a flood of messages. */
const START_SECONDS = 6;
const OPENING_SECONDS = 9;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    addresses: { type: 'string', default: 'both' },
    connections: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '8' },
    limit: { type: 'string' },
    json: { type: 'string' },
    program: { type: 'string' },
  },
});

const groups: Readonly<Record<string, readonly string[]>> = {
  attacks: attackNames,
  ...floodGroups,
  asides: asideNames,
  school: WORST.map((name) => SCHOOL_PREFIX + name),
};
const all = Object.values(groups).flat();
const wanted = values.only?.split(',') ?? all;
/** A name without its prefix also names a route. */
const unknown = wanted.filter((name) => !groups[name] && !all.includes(name) && !all.includes(`route/${name}`));
const isWanted = (name: string, group: string) =>
  wanted.includes(name) || wanted.includes(group) || wanted.includes(name.replace(/^route\//, ''));
const inGroup = (group: string) => (groups[group] ?? []).filter((name) => isWanted(name, group));

const attacks = attackNames.filter((name) => isWanted(name, 'attacks'));
const floods = [...inGroup('sockets'), ...inGroup('routes')];
const asides = asideNames.filter((name) => isWanted(name, 'asides'));
const school = inGroup('school').map((name) => name.slice(SCHOOL_PREFIX.length));

const [seconds, ofOthers] = [Number(values.seconds), Number(values.connections)];
const addresses = { 1: [1], [ADDRESSES]: [ADDRESSES], both: [1, ADDRESSES] }[values.addresses];
const floodSeconds = ((addresses?.length ?? 0) + 1) * seconds + START_SECONDS;
const expected =
  (attacks.length > 0 ? (attacks.length + 1) * (seconds + 1) + START_SECONDS : 0) +
  floods.length * floodSeconds +
  inGroup('sockets').length * OPENING_SECONDS +
  asides.length * ASIDE_SECONDS +
  school.length * (2 * seconds + START_SECONDS);
const limit = Number(values.limit ?? 2 * expected + 60);
if (
  unknown.length > 0 ||
  !addresses ||
  !(seconds > 0) ||
  !(limit > 0) ||
  !(ofOthers >= 1 && ofOthers <= OF_ONE_ADDRESS)
) {
  if (unknown.length > 0) console.error(`unknown: ${unknown.join(', ')}`);
  console.error(
    `--only is one or more of ${[...Object.keys(groups), ...all].join(', ')}; --addresses is 1, ${ADDRESSES} or both; ` +
      `--connections is 1 to ${OF_ONE_ADDRESS}; --seconds and --limit are more than 0`,
  );
  process.exit(2);
}

const rows: Row[] = [];
const brokenOf = (row: Row) =>
  'floods' in row ? [...row.failures, ...row.floods.flatMap(({ broken }) => broken)] : row.broken;

function save(): void {
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}

function report(row: Row, lines: readonly string[]): void {
  rows.push(row);
  for (const text of lines) console.log(text);
  save();
}

function end(isComplete: boolean): never {
  save();
  const failed = rows.filter((row) => brokenOf(row).length > 0);
  console.log(failed.length === 0 ? 'every attack failed' : `${failed.length} of ${rows.length} rows are broken`);
  process.exit(isComplete && failed.length === 0 ? 0 : 1);
}

// The server and the attacker end with this process.
setTimeout(() => {
  console.error(`not all rows ended within ${limit} s`);
  end(false);
}, limit * 1000).unref();
console.log(
  `${attacks.length + floods.length + asides.length + school.length} rows, about ${Math.ceil(expected / 60)} minutes`,
);
const program: { readonly program?: string } = values.program === undefined ? {} : { program: resolve(values.program) };
if (attacks.length > 0) {
  console.log(attackHeading);
  await runAttacks({ names: attacks, seconds, onRow: (row) => report(row, attackLines(row)), ...program });
}
if (asides.length > 0) {
  console.log(asideHeading);
  await runAsides(asides, (row) => report(row, asideLines(row)), program.program);
}
const one = [OF_ONE_ADDRESS];
const others = Array.from({ length: ADDRESSES - 1 }, () => ofOthers);
if (floods.length + school.length > 0) console.log(floodHeading);
if (floods.length > 0) {
  const connections = addresses.includes(ADDRESSES) ? [...one, ...others] : one;
  const printRow = (row: FloodRow) => report(row, floodLines(row));
  await runFloods({ names: floods, connections, addresses, seconds, honest: PAIRS, onRow: printRow, ...program });
}
if (school.length > 0) {
  const named = (row: FloodRow) => ({ ...row, name: SCHOOL_PREFIX + row.name });
  const printRow = (row: FloodRow) => report(named(row), floodLines(named(row)));
  const scenario = { names: school, connections: one, addresses: [1], seconds, honest: SCHOOL };
  await runFloods({ ...scenario, onRow: printRow, ...program });
}
end(true);
