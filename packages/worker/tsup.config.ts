import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

/** The inlined library's licence asks to go where its code goes. */
async function writeLicences(): Promise<void> {
  writeFileSync('dist/licences.txt', `zod\n\n${readFileSync('node_modules/zod/LICENSE', 'utf8')}`);
}

// Everything is inlined, sources of the workspace included, so that what is not used falls away: whoever lends a machine
// installs one small package.
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
