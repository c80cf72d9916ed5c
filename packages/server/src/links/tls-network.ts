import { hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls';
import type { Channel, DialFault, LinkNetwork } from '../domain/ports/links.ts';
import { LineChannel } from './line-channel.ts';

/** A pre-shared key proves to each end that the other one has the server's key, and keeps the link secret. No certificates are needed. */
const CIPHER = 'ECDHE-PSK-CHACHA20-POLY1305';
const PROTOCOL = { ciphers: CIPHER, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const;
const SECRET_BYTES = 32;
const PURPOSE = 'anchor-link/1';
/** Largest time for opening a connection, with its handshake. */
const DIAL_MS = 1_000;
/** Largest number of connections from other processes, finished handshakes or not. */
const MOST_CONNECTIONS = 256;

/** A key of the server: its public half in hex, by which the ends agree on it, and its seed. */
interface LinkKey {
  readonly pub: string;
  readonly seed: Uint8Array;
}

interface NetworkSettings {
  /** The interface and port on which this process listens. Port 0 is any free one. */
  readonly host: string;
  readonly port: number;
  /** The address at which other processes reach it, as `host:port`. Null if it is the one on which it listens. */
  readonly address: string | null;
  /** The server's present key, then its former ones: while a key is replaced, some processes have the new one and others have not. */
  readonly keys: readonly LinkKey[];
}

/** The links between processes over TLS. */
export interface TlsNetwork extends LinkNetwork {
  /** Ends all channels and stops listening. */
  stop(): Promise<void>;
}

/** Starts to listen. Rejects if the address is in use. */
export async function openTlsNetwork(settings: NetworkSettings): Promise<TlsNetwork> {
  const secrets = settings.keys.map(({ pub, seed }) => ({ identity: pub, psk: secretOf(seed) }));
  const known = new Map(secrets.map(({ identity, psk }) => [identity, psk]));
  const channels = new Set<LineChannel>();
  let accept: (channel: Channel) => void = () => undefined;
  const open = (socket: TLSSocket) => {
    const channel = new LineChannel(socket);
    channels.add(channel);
    socket.once('close', () => channels.delete(channel));
    return channel;
  };
  const server = await listen(settings, { ...PROTOCOL, pskCallback: (_, identity) => known.get(identity) ?? null });
  server.on('secureConnection', (socket) => accept(open(socket)));
  const { address, port } = server.address() as AddressInfo;
  return {
    address: settings.address ?? hostPort(address, port),
    accept(listener) {
      accept = listener;
    },
    async dial(to) {
      let fault: DialFault = 'unreachable';
      for (const secret of secrets) {
        const socket = await dial(to, secret);
        if (typeof socket !== 'string') return open(socket);
        fault = socket;
        if (fault === 'refused') break;
      }
      return fault;
    },
    async stop() {
      for (const channel of [...channels]) channel.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function secretOf(seed: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', seed, new Uint8Array(), PURPOSE, SECRET_BYTES));
}

async function listen({ host, port }: NetworkSettings, options: TlsOptions): Promise<Server> {
  const server = createServer({ ...options, handshakeTimeout: DIAL_MS, noDelay: true });
  server.maxConnections = MOST_CONNECTIONS;
  // A connection without the key, or one that ends during its handshake.
  server.on('tlsClientError', (_, socket) => socket.destroy());
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

interface Secret {
  readonly identity: string;
  readonly psk: Buffer;
}

function dial(address: string, secret: Secret): Promise<TLSSocket | DialFault> {
  const { host, port } = partsOf(address);
  return new Promise((resolve) => {
    const socket = connect({
      ...PROTOCOL,
      host,
      port,
      pskCallback: () => secret,
      // The key proves the other end.
      checkServerIdentity: () => undefined,
    });
    // A line must not wait until the other end has confirmed the one before.
    socket.setNoDelay(true);
    const timer = setTimeout(() => end('unreachable'), DIAL_MS);
    const end = (fault: DialFault) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(fault);
    };
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
    socket.on('error', (error) => end('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable'));
    socket.once('close', () => end('unreachable'));
  });
}

function hostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The inverse of `hostPort`. */
function partsOf(address: string): { readonly host: string; readonly port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
