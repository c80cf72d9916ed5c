import { defineConfig } from 'vitest/config';

/** One test configuration for every package: workspace imports resolve to sources, results are also written for the total. */
export default defineConfig({
  resolve: { conditions: ['@anchor/source'] },
  ssr: { resolve: { conditions: ['@anchor/source'] } },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    reporters: ['default', 'json'],
    outputFile: { json: '.results/vitest.json' },
    // Against hanging, not against being slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes when it comes; a busy machine is no fault.
    expect: { poll: { timeout: 60_000 } },
  },
});
