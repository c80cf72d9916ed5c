import { keyFromSeed } from 'bg-record';
import type { Result } from 'bg-rules';
import type { Config } from '../config/config.ts';
import { openTlsNetwork, type TlsNetwork } from '../links/tls-network.ts';

/** The links to the other processes of the service. Null with the embedded database, which one process has for itself. */
export async function setUpLinks(
  { databaseUrl, linkHost: host, linkPort: port, linkAddress: address }: Config,
  seeds: readonly string[],
): Promise<Result<TlsNetwork | null, 'link-address-unusable'>> {
  if (databaseUrl === null) return { ok: true, value: null };
  const keys = await Promise.all(
    seeds.map(async (hex) => {
      const seed = Buffer.from(hex, 'hex');
      return { pub: (await keyFromSeed(seed)).pub, seed };
    }),
  );
  try {
    return { ok: true, value: await openTlsNetwork({ host, port, address, keys }) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Cannot listen for other processes on ${host} port ${port}: ${reason}. Set LINK_HOST and LINK_PORT to a free address.`;
    return { ok: false, code: 'link-address-unusable', message };
  }
}
