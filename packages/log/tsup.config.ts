import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const INLINED = ['@noble/curves', '@noble/ed25519', '@noble/hashes', '@noble/post-quantum'];

/** The licences of the inlined libraries require that their texts accompany the code. */
async function writeLicences(): Promise<void> {
  const texts = INLINED.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`);
  writeFileSync('dist/licences.txt', texts.join('\n\n'));
}

// All libraries are inlined, so that an auditor installs one package and can read the code as it runs.
export default defineConfig({
  entry: { index: 'src/index.ts' },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  noExternal: [/./],
  clean: true,
  dts: true,
  onSuccess: writeLicences,
});
