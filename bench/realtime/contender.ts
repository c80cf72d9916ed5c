import type { Database } from './database.ts';
import type { Meter } from './meter.ts';
import type { Probe } from './probe.ts';

/** The players' thinking time: 0 to answer at once, otherwise between half and one and a half times this. */
export interface Pace {
  thinkMs: number;
}

/** Two connected players of a match that has not begun. */
export interface Duel {
  play(): void;
  /** Stops sending and listening. */
  end(): void;
}

export interface DuelParts {
  readonly meter: Meter;
  readonly pace: Pace;
}

/** A server in a separate process. */
export interface RunningServer {
  readonly probe: Pick<Probe, 'memory' | 'use'>;
  /** The shared database, if the server uses one. */
  readonly database?: Pick<Database, 'usedUs'>;
  openDuel(index: number, parts: DuelParts): Promise<Duel>;
  stop(): Promise<unknown>;
}

export interface Contender {
  readonly name: string;
  start(): Promise<RunningServer>;
}

/** Runs `task` after the player's thinking time. */
export function afterThought({ thinkMs }: Pace, task: () => void): void {
  if (thinkMs > 0) setTimeout(task, thinkMs * (0.5 + Math.random()));
  else task();
}
