// Regenerates vectors/records, vectors/server-keys.json and the generated parts of docs/record-format.md:
// npm run x -- vectors
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vectorFiles } from './vectors/all.ts';
import { withMadeParts } from './vectors/document.ts';
import { successionText } from './vectors/succession.ts';

const folder = new URL('../../../vectors/records/', import.meta.url);

for (const part of ['valid', 'invalid']) rmSync(new URL(part, folder), { recursive: true, force: true });
const files = await vectorFiles();
for (const [name, text] of files) {
  const file = fileURLToPath(new URL(name, folder));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
writeFileSync(new URL('../server-keys.json', folder), await successionText());
const document = new URL('../../../docs/record-format.md', import.meta.url);
writeFileSync(document, await withMadeParts(readFileSync(document, 'utf8')));
console.log(`${files.size} files written`);
