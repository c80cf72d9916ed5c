import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const INLINED = ['@noble/ed25519', '@noble/hashes', 'canonicalize'];

/** The inlined libraries' licences ask to go where their code goes. */
async function writeLicences(): Promise<void> {
  const texts = INLINED.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`);
  // The command line inlines tlog-kit, with the libraries in it.
  const ofLog = readFileSync('node_modules/tlog-kit/dist/licences.txt', 'utf8');
  writeFileSync('dist/licences.txt', [...texts, ofLog].join('\n\n'));
}

// Everything is inlined: a verifier is one package, readable as it runs, and the registry is asked for nothing else.
// browser.js is what index.js is, under the name by which servers hand it to pages.
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    browser: 'src/index.ts',
    ratings: 'src/ratings/index.ts',
    log: 'src/log/index.ts',
    import: 'src/import/index.ts',
    cli: 'src/cli/main.ts',
  },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  noExternal: [/^(?!node:)/],
  external: [/^node:/],
  removeNodeProtocol: false,
  clean: true,
  dts: {
    entry: {
      index: 'src/index.ts',
      ratings: 'src/ratings/index.ts',
      log: 'src/log/index.ts',
      import: 'src/import/index.ts',
    },
    compilerOptions: { paths: { 'bg-rules': ['../rules/dist/index.d.ts'], 'tlog-kit': ['../log/dist/index.d.ts'] } },
  },
  onSuccess: writeLicences,
});
