import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.shared.ts';

// Most of the suite's time passes here, and what it starts waits for disks and databases: two files at once.
export default mergeConfig(shared, { test: { maxWorkers: 2 } });
