type Read = (id: string) => Promise<Uint8Array | null>;

/** Files that never change, with those asked for last kept in memory, `maxBytes` of them in all. One that is missing is not remembered. */
export function keepRecent(read: Read, maxBytes: number): Read {
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  const take = (id: string, file: Uint8Array) => {
    if (files.delete(id)) bytes -= file.length;
    files.set(id, file);
    bytes += file.length;
    for (const [oldest, { length }] of files) {
      if (bytes <= maxBytes) break;
      files.delete(oldest);
      bytes -= length;
    }
  };
  return async (id) => {
    const file = files.get(id) ?? (await read(id));
    if (file) take(id, file);
    return file;
  };
}
