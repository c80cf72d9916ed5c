// npm run x -- cluster [PROCESSES]: runs several processes behind one address on this machine, to try the cluster. Uses DATABASE_URL
// if it is set; otherwise starts a temporary PostgreSQL and removes it afterwards.
import { Cluster } from './kit/cluster.ts';
import { newPostgres, type Part } from './kit/shared-parts.ts';

const PATIENCE_MS = 20_000;

async function main(): Promise<void> {
  const processes = Number(process.argv[2] ?? 3);
  if (!Number.isInteger(processes) || processes < 1 || processes > 16)
    return refuse('usage: npm run x -- cluster [PROCESSES], 1 to 16', 2);
  const parts: Part[] = [];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
  };
  // a signal during the start takes effect once there is something to stop
  const asked = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
  try {
    await start(processes, parts);
    await asked;
    process.stdout.write('Stopping …\n');
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await stop();
  } catch (error) {
    await stop();
    refuse(error instanceof Error ? error.message : String(error), 1);
  }
}

async function start(processes: number, parts: Part[]): Promise<void> {
  const { DATABASE_URL, PORT = '3000' } = process.env;
  const database = DATABASE_URL ? { url: DATABASE_URL, stop: async () => undefined } : await newPostgres();
  parts.push(database);
  const cluster = await Cluster.start({ processes, databaseUrl: database.url, port: Number(PORT) });
  parts.push({ url: cluster.url, stop: () => cluster.stop() });
  const own = cluster.ports.map((port) => `http://127.0.0.1:${port}`);
  process.stdout.write(`Anchor is at ${cluster.url}, served in turn by ${own.join(', ')}. Ctrl-C stops all.\n`);
}

function refuse(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

await main();
