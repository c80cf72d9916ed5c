import type { Server } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { LEAST_ABSENCE_MS } from '@anchor/wire';
import type { Logger } from 'pino';
import { type Composed, compose } from './compose/compose.ts';
import { checkPlace, listen, type Place } from './compose/listen.ts';
import { openLog } from './compose/operator-log.ts';
import { handleProcessEnd } from './compose/process-end.ts';
import { type Config, readConfig, shortSecrets } from './config/config.ts';
import { print, printError } from './shared/terminal.ts';

/** Prints an error that the operator can fix, without a stack trace. */
function refuse(lines: string | readonly string[]): never {
  printError(lines);
  process.exit(1);
}

async function serve(config: Config, log: Logger): Promise<Composed> {
  const { metricsPort, metricsHost } = config;
  const place: Place = { port: config.port, host: config.host, setting: 'PORT' };
  const metricsPlace: Place = { port: metricsPort ?? 0, host: metricsHost, setting: 'METRICS_PORT' };
  // A start that must fail for its port has written neither keys nor a database. Listening comes last: until then a proxy asks other processes.
  for (const one of [metricsPlace, place]) {
    const free = await checkPlace(one);
    if (!free.ok) return refuse(free.message);
  }
  const composed = await compose(config, log);
  if (!composed.ok) return refuse(composed.message);
  const { server, metrics, start, stop } = composed.value;
  const open = async (one: Server, place: Place) => {
    const listening = await listen(one, place);
    if (listening.ok) return listening.value;
    await stop();
    return refuse(listening.message);
  };
  // Start the metrics server first, so that its errors appear before clients connect.
  if (metrics) {
    const address = await open(metrics, metricsPlace);
    log.info({ address: `${address}/metrics` }, 'serving metrics');
  }
  await start();
  const address = await open(server, place);
  print(`Anchor is at ${address}`);
  return composed.value;
}

// The heap may double before V8 marks all of it. By itself V8 lets the heap of a server with a steady load grow by some 20 MB at a time: with 500
// matches it then marks every two seconds, and its marking threads keep the processors from the events.
setFlagsFromString('--heap-growing-percent=100');

const config = readConfig(process.env);
if (!config.ok) refuse(config.lines);
// Standard output has the address and nothing else.
const log = openLog(config.value.logLevel);
const short = shortSecrets(config.value);
if (short.length > 0)
  log.warn(
    { settings: short },
    'these secrets are too short and can be guessed; make new ones with `openssl rand -hex 32`',
  );
if (config.value.abandonMs < LEAST_ABSENCE_MS)
  log.warn(
    { absenceMs: config.value.abandonMs },
    'ABANDON_SECONDS is below 120: pages refuse all live matches with a clock',
  );
// Start after the signal handlers below are in place. A signal during the start waits until the service can be stopped.
const serving = Promise.resolve().then(() => serve(config.value, log));
const stop = async () => (await serving.catch(() => null))?.stop();
handleProcessEnd({ own: process, now: Date.now, stop, log });
await serving;
