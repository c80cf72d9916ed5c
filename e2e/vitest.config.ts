import { mergeConfig } from 'vitest/config';
import shared from '../vitest.shared.ts';

// Whole matches in real browsers are slow. Two files at once, each with its own server and browser, keep two cores busy.
export default mergeConfig(shared, { test: { maxWorkers: 2, testTimeout: 900_000 } });
