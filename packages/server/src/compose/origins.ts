import { hostname, networkInterfaces } from 'node:os';
import { MAX_ORIGINS } from '@anchor/wire';
import { originOf } from 'bg-record';
import type { Config } from '../config/config.ts';
import type { Origins } from '../domain/origins.ts';
import type { Log, World } from '../domain/ports/world.ts';

/** Cache time of the machine's addresses, which may change. Reading them takes 0.1 ms. */
const READ_EVERY_MS = 5_000;
/** Limit of warnings: a client can send any origin. */
const WARNINGS = 8;

/** The host name and addresses of this machine that a remote browser can use. */
type OwnNames = () => readonly string[];

interface OriginParts {
  readonly config: Pick<Config, 'publicUrl' | 'origins' | 'host' | 'isProduction'>;
  /** The port on which the server listens. */
  readonly port: () => number;
  readonly world: Pick<World, 'now'>;
  readonly log: Log;
  readonly ownNames?: OwnNames;
}

/**
 * The origins of `PUBLIC_URL` and `ORIGINS`. If neither is set: the loopback names, the listening address, and the machine's own name and
 * addresses, all with the server's port. Never the `Host` of a request, which a relay could choose.
 */
export function setUpOrigins({ config, port, world, log, ownNames = readOwnNames }: OriginParts): Origins {
  const named = [...(config.publicUrl === null ? [] : [config.publicUrl]), ...config.origins];
  const set = distinct(named.map(originOf));
  const detected = kept(() => ownOrigins(config.host, port(), ownNames), world);
  const all = set.length > 0 ? () => set : detected;
  if (set.length === 0 && config.isProduction)
    log.warn({}, 'PUBLIC_URL and ORIGINS are not set: players can identify only at addresses of this machine');
  const warned = new Set<string>();
  return {
    all,
    noticed(origin) {
      if (all().includes(origin) || warned.has(origin) || warned.size >= WARNINGS) return;
      warned.add(origin);
      log.warn(
        { origin, accepted: all() },
        'a browser connected from an origin that this server does not accept, so it cannot identify; if the origin is yours, set PUBLIC_URL to it or add it to ORIGINS',
      );
    },
  };
}

function ownOrigins(host: string | null, port: number, ownNames: OwnNames): readonly string[] {
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  const isEverywhere = host === null || host === '0.0.0.0' || host === '::';
  const names = isEverywhere ? ownNames() : isLoopback(host) ? [bracketed(host)] : [bracketed(host), ...ownNames()];
  const found = distinct([...loopback, ...names].map((name) => originOf(`http://${name}:${port}`)));
  return found.slice(0, MAX_ORIGINS);
}

function readOwnNames(): readonly string[] {
  const name = hostname();
  const addresses = Object.values(networkInterfaces())
    .flatMap((addressesOfOne) => addressesOfOne ?? [])
    // A URL cannot name the interface that a link-local address needs.
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
    .map(({ address }) => bracketed(address));
  return [name, ...(name.includes('.') ? [] : [`${name}.local`]), ...addresses];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function bracketed(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}

function distinct(origins: readonly (string | null)[]): readonly string[] {
  return [...new Set(origins.filter((origin) => origin !== null))];
}

/** Caches the result of `ask`. */
function kept<T>(ask: () => T, world: Pick<World, 'now'>): () => T {
  let last: { readonly value: T; readonly at: number } | null = null;
  return () => {
    const now = world.now();
    if (last === null || Math.abs(now - last.at) >= READ_EVERY_MS) last = { value: ask(), at: now };
    return last.value;
  };
}
