import { generateKey } from '../../packages/record/src/crypto/ed25519.ts';
import { startAnchor } from './anchor.ts';
import { AnchorClient } from './anchor-client.ts';

interface IdleFigures {
  readonly connections: number;
  /** Memory of a connection after the greeting. */
  readonly strangerRssBytes: number;
  /** Memory of a connection after identification. */
  readonly identifiedRssBytes: number;
}

/** Measures the memory of idle connections. */
export async function measureIdle(connections: number): Promise<IdleFigures> {
  const strangers = await perConnection(connections, async (url, index) =>
    AnchorClient.connect(url, await generateKey(), index),
  );
  const identified = await perConnection(connections, async (url, index) =>
    AnchorClient.open(url, await generateKey(), index),
  );
  return { connections, strangerRssBytes: strangers, identifiedRssBytes: identified };
}

/** The first connections warm up the server and are not counted. */
async function perConnection(count: number, open: (url: string, index: number) => Promise<unknown>): Promise<number> {
  const server = await startAnchor();
  const warmUp = Math.floor(count / 5);
  try {
    for (let index = 0; index < warmUp; index++) await open(server.url, index);
    const before = await server.probe.memory();
    for (let index = warmUp; index < warmUp + count; index++) await open(server.url, index);
    const after = await server.probe.memory();
    return (after.rssBytes - before.rssBytes) / count;
  } finally {
    await server.stop();
  }
}
