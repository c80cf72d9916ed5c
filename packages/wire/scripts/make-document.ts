// Regenerates the parts of docs/ that are derived from the schemas: npm run x -- document
import { readFileSync, writeFileSync } from 'node:fs';
import { withMadeParts } from './document.ts';
import { openApiText } from './openapi-text.ts';

const docs = new URL('../../../docs/', import.meta.url);
const realtime = new URL('realtime.md', docs);
writeFileSync(realtime, await withMadeParts(readFileSync(realtime, 'utf8')));
writeFileSync(new URL('openapi.json', docs), openApiText());
