// The script of ThreadDecider's thread, and the messages between the two.
import { parentPort } from 'node:worker_threads';
import { accelerate } from 'bg-engine';
import type { Action } from 'bg-rules';
import { type DecisionRequest, decide, lessDeep } from '../domain/bot/decide.ts';
import { takeMessages } from '../shared/thread-end.ts';

/** A position to decide. */
export interface Consideration {
  readonly number: number;
  readonly request: DecisionRequest;
  /** Time after which nobody waits for the answer, milliseconds since the epoch. */
  readonly until: number;
}

/** A decision: a quick one first, then a better one if the level looks ahead. */
export interface Idea {
  readonly number: number;
  readonly action: Action | null;
  readonly isFinal: boolean;
}

accelerate();
const waiting: Consideration[] = [];

/** Answers at once with a decision that is one roll less deep. The full searches are queued. */
takeMessages((asked: Consideration) => {
  const { number, request } = asked;
  const quick = lessDeep(request);
  answer({ number, action: decide(quick ?? request), isFinal: quick === null });
  if (quick === null) return;
  waiting.push(asked);
  if (waiting.length === 1) setImmediate(lookDeeper);
});

function lookDeeper(): void {
  const next = waiting.shift();
  if (!next) return;
  // Skip requests that have timed out.
  if (Date.now() < next.until) answer({ number: next.number, action: decide(next.request), isFinal: true });
  if (waiting.length > 0) setImmediate(lookDeeper);
}

function answer(idea: Idea): void {
  parentPort?.postMessage(idea);
}
