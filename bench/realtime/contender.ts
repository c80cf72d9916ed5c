import type { Meter } from './meter.ts';
import type { Probe } from './probe.ts';

/** How long each player thinks: 0 to answer at once, else between half of it and one and a half times. */
export interface Pace {
  thinkMs: number;
}

/** Two connected players of a match that has not begun. */
export interface Duel {
  play(): void;
  /** Nothing is sent or listened to any more. */
  end(): void;
}

export interface DuelParts {
  readonly meter: Meter;
  readonly pace: Pace;
}

/** A server as its own process. */
export interface RunningServer {
  readonly probe: Pick<Probe, 'memory' | 'use'>;
  openDuel(index: number, parts: DuelParts): Promise<Duel>;
  stop(): Promise<unknown>;
}

export interface Contender {
  readonly name: string;
  start(): Promise<RunningServer>;
}

/** Runs `task` when the player has thought. */
export function afterThought({ thinkMs }: Pace, task: () => void): void {
  if (thinkMs > 0) setTimeout(task, thinkMs * (0.5 + Math.random()));
  else task();
}
