// node bench/run.mjs [name …]: runs the named benches, or all of them. A bench is a file bench/<name>.bench.ts that prints its table.
import { readdirSync } from 'node:fs';
import { register } from 'tsx/esm/api';

const here = new URL('.', import.meta.url);
const ending = '.bench.ts';
const known = readdirSync(here)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();
const names = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown bench: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  process.exit(2);
}

register();
for (const name of names) {
  console.log(`\n== ${name}: Node ${process.versions.node}, ${process.platform} ${process.arch}`);
  await import(new URL(`${name}${ending}`, here).href);
}
