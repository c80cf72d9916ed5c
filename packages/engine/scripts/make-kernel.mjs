// node scripts/make-kernel.mjs: writes src/generated/net-kernel.ts from scripts/kernel.mjs. With --check says whether the module is up to date.
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
  if (readFileSync(MODULE, 'utf8') !== text) throw new Error('net-kernel.ts is not what this script writes');
} else writeFileSync(MODULE, text);
