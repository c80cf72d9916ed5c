// Searches for requests, bodies, frames and records that cost the service more than others of the same length:
// npm run x -- dear-inputs --seeds 3 --tries 300 --only query
import { parseArgs } from 'node:util';
import { beginningOf, dearest, type Finding } from '../packages/server/test/dear-inputs/search.ts';
import { started } from '../packages/server/test/dear-inputs/started.ts';
import { httpTargets, textTargets } from '../packages/server/test/dear-inputs/targets.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    from: { type: 'string', default: '1' },
    tries: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
  },
});
const [seeds, from, tries] = [values.seeds, values.from, values.tries].map(Number) as [number, number, number];
const { server, matchId, log, stop } = await started();
const targets = [...httpTargets(server, matchId), ...textTargets].filter(({ name }) => name.includes(values.only));

const findings: (Finding & { readonly seed: number })[] = [];
for (let seed = from; seed < from + seeds; seed++)
  for (const target of targets) {
    findings.push({ seed, ...(await dearest(target, seed, tries)) });
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kseed ${seed}: ${target.name}`);
  }
await stop();

findings.sort((a, b) => b.ms - a.ms);
const dearestOf = targets.flatMap(({ name }) => findings.find(({ target }) => target === name) ?? []);
dearestOf.sort((a, b) => b.ms - a.ms);
console.log(
  `\n${targets.length} targets, ${seeds} seeds from ${from}, ${tries} tries each; processor time, most expensive first`,
);
console.log(`${'ms'.padStart(8)}${'ms a KB'.padStart(10)}${'seed'.padStart(6)}  target: input`);
for (const { target, input, ms, msPerKB, seed } of dearestOf)
  console.log(
    `${ms.toFixed(2).padStart(8)}${msPerKB.toFixed(3).padStart(10)}${String(seed).padStart(6)}  ${target}: ${beginningOf(input)}`,
  );
if (log.errors.length > 0) {
  console.log(`\n${log.errors.length} errors in the log of the service:`);
  for (const error of new Set(log.errors)) console.log(`  ${error}`);
  process.exitCode = 1;
}
