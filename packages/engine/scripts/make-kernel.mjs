// node scripts/make-kernel.mjs: writes src/generated/net-kernel.ts from scripts/kernel.mjs. With --check it only verifies that the module is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';
import { kernel } from './kernel.mjs';

const MODULE = new URL('../src/generated/net-kernel.ts', import.meta.url);

const { parseWat } = await wabt();
const { buffer } = parseWat('kernel', kernel, { simd: true }).toBinary({});
const text = `// Written by scripts/make-kernel.mjs from scripts/kernel.mjs.
/** A WebAssembly module in base64. */
export const KERNEL =
  '${Buffer.from(buffer).toString('base64')}';
`;
if (process.argv.includes('--check')) {
  if (readFileSync(MODULE, 'utf8') !== text)
    throw new Error('net-kernel.ts is out of date; run this script without --check');
} else writeFileSync(MODULE, text);
