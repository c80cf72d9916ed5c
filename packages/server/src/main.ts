import type { Logger } from 'pino';
import { type Composed, compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { endWell } from './ending.ts';
import { listen } from './listen.ts';
import { ignoreLostReader, openLog } from './operator-log.ts';

/** What the operator must change is said in plain words, without a stack. */
function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

async function serve(config: Config, log: Logger): Promise<Composed> {
  const composed = await compose(config, log);
  if (!composed.ok) return refuse(composed.message);
  const { server, start, stop } = composed.value;
  await start();
  const listening = await listen(server, config.port, config.host);
  if (!listening.ok) {
    await stop();
    return refuse(listening.message);
  }
  process.stdout.write(`Anchor is at ${listening.value}\n`);
  return composed.value;
}

const config = readConfig(process.env);
if (!config.ok) refuse(config.message);
// standard output has the address and nothing else
ignoreLostReader(process.stdout);
const log = openLog(config.value.logLevel);
const serving = serve(config.value, log);
// whoever asks while it starts, perhaps in the middle of a migration, waits until there is something to stop
const stop = async () => (await serving.catch(() => null))?.stop();
endWell({ own: process, now: Date.now, stop, log });
await serving;
