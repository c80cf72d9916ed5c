/** Records stored on this device, so that they can be viewed offline, as can records of other servers. */
const CACHE = 'records';
/** A record has about 100 kB. */
const MOST_RECORDS = 20;

/** The source of a record: this server, or the reader’s own file. The same id may name two different matches. */
export type Origin = 'server' | 'file';

/** The store used if the browser stores nothing, as without a secure connection or in some private windows. */
const inMemory = new Map<string, Uint8Array<ArrayBuffer>>();

function addressOf(match: string, origin: Origin): string {
  return `/${origin === 'file' ? 'at-hand' : 'records'}/${encodeURIComponent(match)}.json`;
}

/** Stores a record and keeps only the newest few. A reader must verify the record again. */
export async function storeRecord(match: string, origin: Origin, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const address = addressOf(match, origin);
  inMemory.clear();
  inMemory.set(address, bytes);
  try {
    const cache = await caches.open(CACHE);
    await cache.delete(address);
    await cache.put(address, new Response(bytes));
    const all = await cache.keys();
    await Promise.all(all.slice(0, -MOST_RECORDS).map((old) => cache.delete(old)));
  } catch {
    // it stays in memory until the page is left
  }
}

export async function findStoredRecord(match: string, origin: Origin): Promise<Uint8Array<ArrayBuffer> | null> {
  const address = addressOf(match, origin);
  const known = inMemory.get(address);
  if (known) return known;
  try {
    const kept = await (await caches.open(CACHE)).match(address);
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
