// Makes the table of settings in docs/operating.md from their schema: npm run x -- document.
// With --check it changes nothing and exits with 1 if the table is not the one of the schema.
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsTable } from '../src/config/config.ts';

const page = new URL('../../../docs/operating.md', import.meta.url);
const begin = '<!-- settings: made by packages/server/scripts/make-settings.ts -->';
const end = '<!-- settings: end -->';

const before = readFileSync(page, 'utf8');
const [head, rest] = before.split(begin);
const tail = rest?.split(end)[1];
if (head === undefined || tail === undefined) throw new Error('docs/operating.md has no markers for the settings');
const after = `${head}${begin}\n\n${settingsTable()}\n\n${end}${tail}`;
if (!process.argv.includes('--check')) writeFileSync(page, after);
else if (after !== before) {
  console.error('docs/operating.md: the table of settings is not the one of the schema: run `npm run x -- document`');
  process.exitCode = 1;
}
