import { defineConfig, type ViteUserConfig } from 'vitest/config';

/**
 * The test configuration of every package. Workspace imports resolve to sources, and results are written to a file for
 * the total.
 */
const shared = defineConfig({
  resolve: { conditions: ['@anchor/source'] },
  ssr: { resolve: { conditions: ['@anchor/source'] } },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    reporters: ['default', 'json'],
    outputFile: { json: '.results/vitest.json' },
    // The timeouts stop hanging tests. They do not limit slow tests.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Polls have a long timeout, so that they also pass on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    // A failure prints what it found instead of "Array(1)".
    chaiConfig: { truncateThreshold: 400 },
  },
});

export default shared;

/**
 * The configuration of a package whose test files share what a worker has imported, because importing takes longer than most tests do. The files in
 * `apart` have modules of their own: those that replace one, and those that look at how one is loaded.
 */
export function sharingImports(apart: string[] = []): ViteUserConfig {
  const { test, ...rest } = shared;
  const together = { ...rest, test: { ...test, name: 'together', exclude: apart, isolate: false } };
  const others = { ...rest, test: { ...test, name: 'apart', include: apart } };
  return { ...rest, test: { ...test, projects: apart.length > 0 ? [together, others] : [together] } };
}
