// node scripts/make-weights.mjs [FILE]: writes src/generated/net-weights.ts from a file of quantised weights (see
// training/README.md; the default is the committed one). With --check it only verifies that the module is up to date.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const MODULE = new URL('../src/generated/net-weights.ts', import.meta.url);
const COMMITTED = new URL('../../../training/weights/anchor-net-1.int8.bin', import.meta.url);

const given = process.argv.slice(2).filter((argument) => argument !== '--check');
const bytes = readFileSync(given[0] ?? COMMITTED);
const text = `// Written by scripts/make-weights.mjs from the file whose fingerprint stands below; training/README.md says where it comes from.
/** SHA-256 of the weights. */
export const WEIGHTS_SHA256 = '${createHash('sha256').update(bytes).digest('hex')}';
/** The weights in base64: a module loads alike in Node, browsers, workers and bundlers, where a file of its own does not. */
export const WEIGHTS =
  '${bytes.toString('base64')}';
`;
if (process.argv.includes('--check')) {
  if (readFileSync(MODULE, 'utf8') !== text)
    throw new Error('net-weights.ts is out of date; run this script without --check');
} else writeFileSync(MODULE, text);
