import { mergeConfig } from 'vitest/config';
import shared from '../vitest.shared.ts';

// Whole matches in real browsers take their time, and the machine has few cores: one file after the other.
export default mergeConfig(shared, { test: { fileParallelism: false, testTimeout: 300_000, hookTimeout: 60_000 } });
