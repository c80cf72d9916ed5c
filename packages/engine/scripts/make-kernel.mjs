// node scripts/make-kernel.mjs: compiles kernel/search.c with clang and lld and writes src/generated/search-module.ts.
//   --check verifies the committed module without a compiler: it names the sources' SHA-256.
//   --rebuild compiles and compares: the same version of clang gives the same bytes.
// CLANG and WASM_LD name the programs; the defaults are those of Debian's packages clang-19 and lld-19.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KERNEL = fileURLToPath(new URL('../kernel/', import.meta.url));
const MODULE = new URL('../src/generated/search-module.ts', import.meta.url);
const { CLANG = 'clang-19', WASM_LD = 'wasm-ld-19' } = process.env;
// Without -ffreestanding and -fno-builtin loops become calls of memset, which is missing. Two steps, because clang would start an
// installed wasm-opt, and old versions of that fail.
const FLAGS = [
  '--target=wasm32',
  '-O2',
  '-msimd128',
  '-mbulk-memory',
  '-ffreestanding',
  '-fno-builtin',
  '-Wall',
  '-Werror',
];

/** Returns the SHA-256 of the flags and the sources in the order of their names. */
function sourcesHash() {
  const hash = createHash('sha256').update(`${FLAGS.join(' ')}\n`);
  for (const name of readdirSync(KERNEL).sort()) hash.update(`${name}\n`).update(readFileSync(join(KERNEL, name)));
  return hash.digest('hex');
}

function compiled() {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-'));
  const [object, module] = [join(folder, 'search.o'), join(folder, 'search.wasm')];
  execFileSync(CLANG, [...FLAGS, '-c', '-o', object, join(KERNEL, 'search.c')], { stdio: 'inherit' });
  execFileSync(WASM_LD, ['--no-entry', '--strip-all', '-o', module, object], { stdio: 'inherit' });
  return readFileSync(module);
}

const committed = () => readFileSync(MODULE, 'utf8');
const mode = process.argv[2];
if (mode === '--check') {
  if (!committed().includes(`'${sourcesHash()}'`))
    throw new Error('search-module.ts is older than the folder kernel; run this script without --check');
} else {
  const [version] = execFileSync(CLANG, ['--version'], { encoding: 'utf8' }).split('\n');
  const bytes = compiled();
  const text = `// Written by scripts/make-kernel.mjs from the folder kernel, with ${version}.
/** SHA-256 of the sources. */
export const KERNEL_SHA256 = '${sourcesHash()}';
/** A WebAssembly module in base64. */
export const SEARCH_MODULE =
  '${bytes.toString('base64')}';
`;
  if (mode !== '--rebuild') writeFileSync(MODULE, text);
  else if (!committed().includes(`'${bytes.toString('base64')}'`))
    throw new Error(`${version} gives other bytes than those of search-module.ts`);
}
