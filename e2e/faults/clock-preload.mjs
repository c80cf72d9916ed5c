// Loaded into a server process. Its wall clock shows the machine's time plus the milliseconds in the file FAULTS_CLOCK.
// The monotonic clock, which timers use, does not change, as on a machine whose wall clock is set.
import { openSync, readSync } from 'node:fs';

const LOOK_MS = 10;
const file = openSync(process.env.FAULTS_CLOCK, 'r');
const buffer = Buffer.alloc(32);
const RealDate = Date;
const realNow = Date.now;
let offset = 0;
let lookedAt = Number.NEGATIVE_INFINITY;

function now() {
  const moment = performance.now();
  if (moment - lookedAt > LOOK_MS) {
    lookedAt = moment;
    offset = Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)));
  }
  return realNow() + offset;
}

RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length > 0 ? given : [now()], made === globalThis.Date ? target : made),
});
