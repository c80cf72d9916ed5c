import { MemoryJobs } from '../../src/domain/analysis/queue/memory-jobs.ts';
import { describeJobStore } from './jobs-contract.ts';

describeJobStore('in memory', () => new MemoryJobs());
