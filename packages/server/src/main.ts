import { type Logger, pino } from 'pino';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { listen } from './listen.ts';
import { stopOnSignals } from './signals.ts';

/** What the operator must change is said in plain words, without a stack. */
function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Everything that matters is stored, so after a mistake of ours a fresh process is better than this one. */
function leaveOnMistakes(log: Logger): void {
  const leave = (err: unknown) => {
    log.fatal({ err }, 'unexpected error; ending');
    process.exit(1);
  };
  process.on('uncaughtException', leave);
  process.on('unhandledRejection', leave);
}

async function serve(config: Config, log: Logger): Promise<void> {
  const composed = await compose(config, log);
  if (!composed.ok) return refuse(composed.message);
  const { server, start, stop } = composed.value;
  stopOnSignals(process, Date.now, stop, (err) => log.error({ err }, 'stopping failed'));
  await start();
  const listening = await listen(server, config.port, config.host);
  if (!listening.ok) {
    await stop();
    return refuse(listening.message);
  }
  process.stdout.write(`Anchor is at ${listening.value}\n`);
}

const config = readConfig(process.env);
if (!config.ok) refuse(config.message);
// the log goes to standard error, one JSON object a line; standard output has the address and nothing else
const log = pino({ level: config.value.logLevel }, pino.destination(2));
leaveOnMistakes(log);
await serve(config.value, log);
