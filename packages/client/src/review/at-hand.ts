/** Records that this device has, so that they can be looked at without a connection, and those of other servers at all. */
const SHELF = 'records';
/** A record is some 100 kB. */
const MOST_RECORDS = 20;

/** Where a record came from: this server, or a file of the reader’s own. The same id may name two different matches. */
export type Origin = 'server' | 'file';

/** What there is while the browser keeps nothing: without a secure connection, or in some private windows. */
const inMemory = new Map<string, Uint8Array<ArrayBuffer>>();

function addressOf(match: string, origin: Origin): string {
  return `/${origin === 'file' ? 'at-hand' : 'records'}/${encodeURIComponent(match)}.json`;
}

/** Keeps a record, the newest few of them; whether it was checked is for the reader to find out again. */
export async function keepAtHand(match: string, origin: Origin, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const address = addressOf(match, origin);
  inMemory.clear();
  inMemory.set(address, bytes);
  try {
    const shelf = await caches.open(SHELF);
    await shelf.delete(address);
    await shelf.put(address, new Response(bytes));
    const all = await shelf.keys();
    await Promise.all(all.slice(0, -MOST_RECORDS).map((old) => shelf.delete(old)));
  } catch {
    // it is there until the page is left
  }
}

export async function findAtHand(match: string, origin: Origin): Promise<Uint8Array<ArrayBuffer> | null> {
  const address = addressOf(match, origin);
  const known = inMemory.get(address);
  if (known) return known;
  try {
    const kept = await (await caches.open(SHELF)).match(address);
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null;
  }
}
