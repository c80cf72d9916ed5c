import { LRUCache } from 'lru-cache';

type Read = (id: string) => Promise<Uint8Array | null>;

/** Caches immutable files, `maxBytes` in total. Requests for one file at the same time share one read. Missing files are not cached. */
export function keepRecent(read: Read, maxBytes: number): Read {
  const files = new LRUCache<string, Uint8Array>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const running = new Map<string, Promise<Uint8Array | null>>();
  const readAndKeep = (id: string) => {
    const reading = read(id)
      .then((file) => {
        if (file) files.set(id, file);
        return file;
      })
      .finally(() => running.delete(id));
    running.set(id, reading);
    return reading;
  };
  return async (id) => files.get(id) ?? running.get(id) ?? readAndKeep(id);
}

/** An empty file needs a size, too. */
function sizeOf({ length }: Uint8Array): number {
  return Math.max(length, 1);
}
