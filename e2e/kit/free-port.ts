import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

// below those that systems give to outgoing connections: one of these would take the port of a server that is down for a moment
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
/** So many beside one another belong to one process: it listens on the first, so that no other takes any of them. */
const BLOCK = 40;

let given: Promise<() => number | undefined> | null = null;

/** A loopback port that was free a moment ago and that no other process is given by this; servers that restart need a fixed one. */
export async function freePort(): Promise<number> {
  given ??= claimBlock();
  const block = given;
  const port = (await block)();
  if (port === undefined && given === block) given = null;
  if (port !== undefined && (await isFree(port))) return port;
  return freePort();
}

/** The ports of a block of this process, one after the other, and then none. */
async function claimBlock(): Promise<() => number | undefined> {
  for (;;) {
    const first = LOWEST_PORT + BLOCK * randomInt((HIGHEST_PORT - LOWEST_PORT) / BLOCK);
    const claim = await listen(first);
    if (!claim) continue;
    claim.unref();
    const ports = Array.from({ length: BLOCK - 1 }, (_, index) => first + 1 + index);
    return () => ports.shift();
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listen(port);
  if (!probe) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

/** Null when somebody else listens there. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer();
  const listening = new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  server.listen(port, '127.0.0.1');
  return (await listening) ? server : null;
}
