import { defineConfig } from 'vitest/config';
import shared from '../../vitest.shared.ts';

/** The files that need modules of their own: one replaces a module, and the others close their stores when they end. */
const APART = ['test/domain/full-record.test.ts', 'test/volunteers/*.test.ts'];
const { test, ...rest } = shared;

// To import the server takes longer than most tests do, so the files that a worker runs share what they import. Most of the suite's time
// passes here, and what it starts waits for disks and databases: two files at once.
export default defineConfig({
  ...rest,
  test: {
    ...test,
    globalSetup: 'test/support/bundle-threads.ts',
    maxWorkers: 2,
    projects: [
      { ...rest, test: { ...test, name: 'together', exclude: APART, isolate: false } },
      { ...rest, test: { ...test, name: 'apart', include: APART } },
    ],
  },
});
