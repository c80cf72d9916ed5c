import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

// The range lies below the ephemeral ports. An outgoing connection could otherwise take the port of a server that is down for a moment.
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;
/**
 * The size of a block of adjacent ports. A process claims a block by listening on its first port, so that no other process takes the rest.
 */
const BLOCK = 40;

let given: Promise<() => number | undefined> | null = null;

/** Returns a loopback port that is free now and that this function gives to no other process. Servers that restart need a fixed port. */
export async function freePort(): Promise<number> {
  given ??= claimBlock();
  const block = given;
  const port = (await block)();
  if (port === undefined && given === block) given = null;
  if (port !== undefined && (await isFree(port))) return port;
  return freePort();
}

/** Claims a block for this process. The returned function gives its ports in order, then undefined. */
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

/** Returns null if another process already listens on the port. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer();
  const listening = new Promise<boolean>((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false));
  });
  server.listen(port, '127.0.0.1');
  return (await listening) ? server : null;
}
