import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** Writes the licence of the inlined library, which must be distributed with its code. */
async function writeLicences(): Promise<void> {
  writeFileSync('dist/licences.txt', `zod\n\n${readFileSync('node_modules/zod/LICENSE', 'utf8')}`);
}

// Everything is inlined, including sources of the workspace, so that unused code is removed and volunteers
// install one small package.
export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli/main.ts', 'anchor-net': 'src/engine/anchor-net-program.ts' },
  format: 'esm',
  target: 'es2022',
  platform: 'node',
  splitting: false,
  noExternal: [/^(?!node:)/],
  removeNodeProtocol: false,
  clean: true,
  dts: {
    entry: { index: 'src/index.ts' },
    compilerOptions: { paths: { 'bg-rules': ['../rules/dist/index.d.ts'] } },
  },
  esbuildOptions: (options) => {
    options.conditions = ['@anchor/source'];
  },
  onSuccess: writeLicences,
});
