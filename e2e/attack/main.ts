// Attacks a running server with honest matches. docs/performance.md lists the measurements, docs/threat-model.md
// explains them.
//   npm run attack [-- --only NAME[,NAME]] [--seconds 10] [--limit 600] [--json FILE] [--server packages/server/dist/main.js]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { attackNames, runAttacks } from './attack.ts';
import type { Row } from './judge.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    limit: { type: 'string', default: '600' },
    json: { type: 'string' },
    server: { type: 'string' },
  },
});

const heading = [
  ...['attack', 'pause ms', 'store ms', 'delay ms', 'p99', 'ping ms', 'events'],
  ...['RSS MB: before', 'peak', 'after', 'new keys', 'verdict'],
];
const widths = [16, 10, 10, 10, 6, 9, 8, 16, 7, 7, 10, 9];
const line = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, n) => (n === 0 ? String(cell).padEnd(widths[n] ?? 0) : String(cell).padStart(widths[n] ?? 0)))
    .join('');

function tell(row: Row): void {
  rows.push(row);
  const { name, events, rssMB, newPlayers, seen, broken } = row;
  const verdict = broken.length === 0 ? 'PASS' : 'FAIL';
  const times = [row.pauseMs, row.storeMs, row.delayMs, row.delayP99Ms, row.pingMs].map(Math.round);
  console.log(line([name, ...times, events, rssMB.before, rssMB.peak, rssMB.after, newPlayers, verdict]));
  const answers = Object.entries(seen).map(([what, count]) => `${what}: ${count}`);
  if (answers.length > 0) console.log(`    seen: ${answers.join(', ')}`);
  for (const what of broken) console.log(`    BROKEN: ${what}`);
}

const names = attackNames.filter((name) => !values.only || values.only.split(',').includes(name));
const [seconds, limit] = [Number(values.seconds), Number(values.limit)];
if (names.length === 0 || !(seconds > 0) || !(limit > 0)) {
  console.error(`--only is one or more of ${attackNames.join(', ')}; --seconds and --limit are more than 0`);
  process.exit(2);
}
const rows: Row[] = [];

function end(isComplete: boolean): never {
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
  const failed = rows.filter(({ broken }) => broken.length > 0);
  console.log(failed.length === 0 ? 'every attack failed' : `${failed.length} of ${rows.length} rows are broken`);
  process.exit(isComplete && failed.length === 0 ? 0 : 1);
}

// The server and the attacker end with this process.
setTimeout(() => {
  console.error(`not all rows ended within ${limit} s`);
  end(false);
}, limit * 1000).unref();
console.log(line(heading));
const program = values.server === undefined ? {} : { program: resolve(values.server) };
await runAttacks({ names, seconds, tell, ...program });
end(true);
