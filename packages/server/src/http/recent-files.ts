import { LRUCache } from 'lru-cache';

type Read = (id: string) => Promise<Uint8Array | null>;

/** Caches immutable files, `maxBytes` in total. Missing files are not cached. */
export function keepRecent(read: Read, maxBytes: number): Read {
  const files = new LRUCache<string, Uint8Array>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  return async (id) => {
    const known = files.get(id);
    if (known) return known;
    const file = await read(id);
    if (file) files.set(id, file);
    return file;
  };
}

/** An empty file needs a size, too. */
function sizeOf({ length }: Uint8Array): number {
  return Math.max(length, 1);
}
