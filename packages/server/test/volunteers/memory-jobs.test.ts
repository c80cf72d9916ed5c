import { MemoryJobs } from '../../src/memory/memory-jobs.ts';
import { describeJobStore } from './jobs-contract.ts';

describeJobStore('in memory', () => new MemoryJobs());
