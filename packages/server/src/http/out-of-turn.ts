import type { IncomingMessage } from 'node:http';
import type { Turn } from '../shared/fair-queue.ts';

const turns = new WeakMap<IncomingMessage, Turn>();

/** Notes the turn of this request. */
export function holdTurn(request: IncomingMessage, turn: Turn): void {
  turns.set(request, turn);
}

/** Waits for something else than the storage without the place of this request. Resolves to null if too many requests wait by then. */
export function outOfTurn<T>(request: IncomingMessage, waiting: () => Promise<T>): Promise<T | null> {
  const turn = turns.get(request);
  return turn ? turn.during(waiting) : waiting();
}
