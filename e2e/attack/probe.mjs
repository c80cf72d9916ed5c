// Loaded into the server's process before its own code: measures what cannot be seen from outside, and writes it to PROBE_FILE.
import { appendFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const TURN_MS = 5;
const WRITE_MS = 100;

/** Milliseconds that the main thread was ready to run and had no core: other programs' doing, and not the server's. */
function waitedForCore() {
  const [, waited] = readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(waited) / 1e6;
}

function measure(file) {
  let worst = { pauseMs: 0, storeMs: 0 };
  let last = { at: performance.now(), waited: waitedForCore() };
  setInterval(() => {
    const turn = { at: performance.now(), waited: waitedForCore() };
    const pauseMs = turn.at - last.at - (turn.waited - last.waited) - TURN_MS;
    worst.pauseMs = Math.max(worst.pauseMs, pauseMs);
    last = turn;
  }, TURN_MS).unref();
  const { Histogram } = createRequire(process.argv[1])('prom-client');
  const { observeWithoutExemplar } = Histogram.prototype;
  Histogram.prototype.observeWithoutExemplar = function (...values) {
    if (this.name === 'anchor_event_store_seconds') worst.storeMs = Math.max(worst.storeMs, values[0] * 1000);
    return observeWithoutExemplar.apply(this, values);
  };
  setInterval(() => {
    appendFileSync(file, `${JSON.stringify(worst)}\n`);
    worst = { pauseMs: 0, storeMs: 0 };
  }, WRITE_MS).unref();
}

if (isMainThread && process.env.PROBE_FILE) measure(process.env.PROBE_FILE);
