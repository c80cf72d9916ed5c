// The thread of ThreadDecider.
import { parentPort } from 'node:worker_threads';
import { accelerate } from 'bg-engine';
import { decide, withoutLookAhead } from '../domain/bot/decide.ts';
import type { Consideration, Idea } from './bot-messages.ts';

accelerate();
const waiting: Consideration[] = [];

/** Answers at once with a shallow decision. Deeper searches are queued. */
parentPort?.on('message', (asked: Consideration) => {
  const { number, request } = asked;
  const isDeep = request.strength.ply > 0;
  answer({ number, action: decide(withoutLookAhead(request)), isFinal: !isDeep });
  if (!isDeep) return;
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
