import { defineConfig } from 'vitest/config';

/**
 * The test configuration of every package. Workspace imports resolve to sources, and results are written to a file for
 * the total.
 */
export default defineConfig({
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
