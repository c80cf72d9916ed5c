#!/usr/bin/env node
// A minimal engine that evaluates positions by pip count only. The README describes the protocol.
import { createInterface } from 'node:readline';

/** Pip count of the player on roll minus that of the opponent. */
const pips = (points) => points.reduce((sum, count, point) => sum + count * (count > 0 ? point : 25 - point), 0);

function judge(points) {
  const win = 1 / (1 + Math.exp(pips(points) / 20));
  return { points, equity: 2 * win - 1, probs: [win, 0, 0, 0, 0] };
}

function answer({ op, points, candidates }) {
  if (op === 'moves') return { moves: candidates.map(judge).sort((a, b) => b.equity - a.equity) };
  const { equity } = judge(points);
  const isDouble = equity > 0.5;
  return { noDouble: equity, doubleTake: 2 * equity, doublePass: 1, action: isDouble ? 'Double, take' : 'No double' };
}

console.log(JSON.stringify({ ready: true }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  console.log(JSON.stringify({ id, ok: true, ...answer(request) }));
}
