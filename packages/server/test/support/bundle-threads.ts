import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';
import { threads } from '../../tsup.config.ts';

const folder = fileURLToPath(new URL('../../.results/threads/', import.meta.url));

/**
 * Bundles the threads once for all tests: to load one from its sources takes half a second of the processor, and each server that a test
 * starts has several.
 */
export default async function setup(): Promise<void> {
  await build({
    config: false,
    silent: true,
    clean: true,
    entry: Object.fromEntries(
      threads.map((name) => [name, fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url))]),
    ),
    outDir: folder,
    format: 'esm',
    target: 'node20',
    noExternal: [/^@anchor\//, /^bg-/, /^tlog-kit$/],
    esbuildOptions(options) {
      options.conditions = ['@anchor/source'];
    },
  });
  process.env.BUNDLED_THREADS = pathToFileURL(folder).href;
}
