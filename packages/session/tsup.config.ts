import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const OWN = ['@anchor/wire', 'bg-record', 'bg-rules', 'tlog-kit'];

/** Writes the licences of the libraries in the inlined packages, which must be distributed with their code. */
async function writeLicences(): Promise<void> {
  const texts = ['bg-record', 'tlog-kit'].map((name) => readFileSync(`node_modules/${name}/dist/licences.txt`, 'utf8'));
  writeFileSync('dist/licences.txt', texts.join('\n\n'));
}

// The packages of this repository are inlined, so that the author of a bot installs one package. The page is built from the sources instead.
export default defineConfig({
  entry: { index: 'src/index.ts', node: 'src/node/index.ts' },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  noExternal: [...OWN, /^@noble\//, 'canonicalize'],
  external: [/^node:/],
  removeNodeProtocol: false,
  clean: true,
  dts: {
    compilerOptions: {
      paths: Object.fromEntries(
        Object.entries({ '@anchor/wire': 'wire', 'bg-record': 'record', 'bg-rules': 'rules', 'tlog-kit': 'log' }).map(
          ([name, folder]) => [name, [`../${folder}/dist/index.d.ts`]],
        ),
      ),
    },
  },
  esbuildOptions: (options) => {
    options.conditions = ['@anchor/source'];
  },
  onSuccess: writeLicences,
});
