import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Result } from 'bg-rules';

/** The address to listen on, and the setting that defines it. */
export interface Place {
  /** 0 for any free port. */
  readonly port: number;
  /** Null for all addresses. */
  readonly host: string | null;
  readonly setting: 'PORT' | 'METRICS_PORT';
}

/** Starts listening. Returns the URL for use on this machine. */
export async function listen(server: Server, { port, host, setting }: Place): Promise<Result<string, 'cannot-listen'>> {
  try {
    server.listen(host === null ? { port } : { port, host });
    await once(server, 'listening');
    return { ok: true, value: addressOf(server, host) };
  } catch (error) {
    return { ok: false, code: 'cannot-listen', message: `Cannot listen on port ${port}: ${reason(error, setting)}` };
  }
}

/** Checks that the place can be listened on, without accepting a connection. The check of port 0 does nothing. */
export async function checkPlace(place: Place): Promise<Result<null, 'cannot-listen'>> {
  if (place.port === 0) return { ok: true, value: null };
  const trial = createServer((socket) => socket.destroy());
  const listening = await listen(trial, place);
  if (!listening.ok) return listening;
  trial.close();
  await once(trial, 'close');
  return { ok: true, value: null };
}

/** The port on which a server listens. Returns null while it does not. */
export function portOf(server: Server): number | null {
  const address = server.address();
  return isInet(address) ? address.port : null;
}

function addressOf(server: Server, host: string | null): string {
  const address = server.address();
  if (!isInet(address)) throw new Error('listening on no port');
  const isEverywhere = host === null || host === '0.0.0.0' || host === '::';
  const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}

function isInet(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

function reason(error: unknown, setting: Place['setting']): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `another program is using it. Set ${setting} to a free one.`;
  if (code === 'EACCES') return `permission denied. Set ${setting} to a port above 1023.`;
  return error instanceof Error ? error.message : String(error);
}
