import { sharingImports } from '../../vitest.shared.ts';

// The files apart: one replaces a module, and the tests of volunteers close their stores when their file ends.
const { test, ...rest } = sharingImports(['test/domain/full-record.test.ts', 'test/volunteers/*.test.ts']);

// Much of what a test of the server starts waits for disks and databases: two files at once.
export default { ...rest, test: { ...test, globalSetup: 'test/support/bundle-threads.ts', maxWorkers: 2 } };
