import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { type Composed, compose } from './compose.ts';
import { type Config, readConfig, shortSecrets } from './config.ts';
import { endWell } from './ending.ts';
import { listen, type Place } from './listen.ts';
import { ignoreLostReader, openLog } from './operator-log.ts';

/** What the operator must change is said in plain words, without a stack. */
function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function serve(config: Config, log: Logger): Promise<Composed> {
  const composed = await compose(config, log);
  if (!composed.ok) return refuse(composed.message);
  const { server, metrics, start, stop } = composed.value;
  const open = async (one: Server, place: Place) => {
    const listening = await listen(one, place);
    if (listening.ok) return listening.value;
    await stop();
    return refuse(listening.message);
  };
  // first: what is wrong there is said before anybody connects
  const { metricsPort, metricsHost } = config;
  if (metrics && metricsPort !== null) {
    const address = await open(metrics, { port: metricsPort, host: metricsHost, setting: 'METRICS_PORT' });
    log.info({ address: `${address}/metrics` }, 'serving metrics');
  }
  await start();
  const address = await open(server, { port: config.port, host: config.host, setting: 'PORT' });
  process.stdout.write(`Anchor is at ${address}\n`);
  return composed.value;
}

const config = readConfig(process.env);
if (!config.ok) refuse(config.message);
// standard output has the address and nothing else
ignoreLostReader(process.stdout);
const log = openLog(config.value.logLevel);
const short = shortSecrets(config.value);
if (short.length > 0) log.warn({ settings: short }, 'short secrets can be found by trying: use `openssl rand -hex 32`');
// Begins after the handlers below are in place. A request to stop during the start waits until there is something to stop.
const serving = Promise.resolve().then(() => serve(config.value, log));
const stop = async () => (await serving.catch(() => null))?.stop();
endWell({ own: process, now: Date.now, stop, log });
await serving;
