import type { Job } from '@anchor/wire';
import type { EngineResult } from '../../src/engine/types.ts';
import { Lifecycle } from '../../src/jobs/lifecycle.ts';
import { WorkerStatus } from '../../src/jobs/status.ts';
import { type WorkerParts, work } from '../../src/jobs/worker.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { FakeEngine } from './fake-engine.ts';
import { FakeServer } from './fake-server.ts';

/** A worker with in-memory dependencies and a fake clock. */
export class Rig {
  readonly clock = new FakeClock();
  readonly lifecycle = new Lifecycle();
  readonly said: string[] = [];
  readonly status = new WorkerStatus((text) => this.said.push(text));
  readonly engines: FakeEngine[] = [];
  readonly server: FakeServer;
  /** Changes every engine when it is opened, or refuses to open it. */
  onOpen: (engine: FakeEngine, n: number) => EngineResult<never> | null = () => null;
  isOver = false;
  openings = 0;

  constructor(jobs: readonly Job[] = []) {
    this.server = new FakeServer(this.clock, jobs);
  }

  async start(changes: Partial<WorkerParts> = {}): Promise<void> {
    const working = work({
      server: this.server,
      status: this.status,
      lifecycle: this.lifecycle,
      clock: this.clock,
      random: () => 0.5,
      engines: 2,
      engineId: 'gnubg-1.07',
      ply: 2,
      maxJobsPerHour: null,
      minQueue: 0,
      openEngine: async () => this.#open(),
      ...changes,
    });
    void working.then(() => {
      this.isOver = true;
    });
    await settle();
  }

  #open(): EngineResult<FakeEngine> {
    const engine = new FakeEngine(this.clock);
    const refusal = this.onOpen(engine, this.openings++);
    if (refusal) return refusal;
    this.engines.push(engine);
    return { ok: true, value: engine };
  }
}
