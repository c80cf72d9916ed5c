import type { Engine, EngineResult } from '../engine/types.ts';
import { Buyer } from './buyer.ts';
import type { Clock } from './clock.ts';
import { Desk } from './desk.ts';
import { Gate } from './gate.ts';
import { HourlyLimit } from './hourly-limit.ts';
import { Lane } from './lane.ts';
import { Pace } from './pace.ts';
import { Post } from './post.ts';
import type { Shift } from './shift.ts';
import { Spool } from './spool.ts';
import type { Tally } from './tally.ts';
import type { Server } from './types.ts';

export interface WorkerParts {
  readonly server: Server;
  readonly openEngine: () => Promise<EngineResult<Engine>>;
  readonly tally: Tally;
  readonly shift: Shift;
  readonly clock: Clock;
  /** Gives numbers from 0 up to 1. */
  readonly random: () => number;
  /** Engines that think at the same time. */
  readonly engines: number;
  readonly engineId: string;
  /** The deepest search that is done. */
  readonly ply: number;
  /** null: no limit. */
  readonly maxJobsPerHour: number | null;
}

/** Works until the shift ends; then every engine is closed and what could be handed in has been. */
export async function work(parts: WorkerParts): Promise<void> {
  const { shift } = parts;
  const pace = new Pace();
  const desk = new Desk({ ...parts, pace });
  const spool = new Spool();
  const gate = new Gate(parts);
  const lanes = Array.from({ length: parts.engines }, () => new Lane({ ...parts, desk, spool, pace }));
  const buyer = new Buyer({ ...parts, gate, desk, pace, limit: new HourlyLimit(parts.maxJobsPerHour) });
  const post = new Post({ ...parts, gate, desk, spool });

  await Promise.all(lanes.map((lane) => lane.open()));
  const engines = Promise.all(lanes.map((lane) => lane.run()));
  const handedIn = post.run();
  if (!shift.aborted.aborted) await buyer.run();
  desk.close();
  await engines;
  spool.close();
  await handedIn;
}
