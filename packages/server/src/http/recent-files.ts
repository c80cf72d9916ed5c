/** What was asked for last, `maxBytes` of it in all. */
export class Recent<Value extends { readonly length: number }> {
  readonly #maxBytes: number;
  readonly #values = new Map<string, Value>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(id: string): Value | undefined {
    const value = this.#values.get(id);
    if (value === undefined) return undefined;
    this.#values.delete(id);
    this.#values.set(id, value);
    return value;
  }

  put(id: string, value: Value): void {
    this.#drop(id);
    this.#values.set(id, value);
    this.#bytes += value.length;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#values.get(id)?.length ?? 0;
    this.#values.delete(id);
  }
}

type Read = (id: string) => Promise<Uint8Array | null>;

/** Files that never change, with those asked for last kept in memory, `maxBytes` of them in all. One that is missing is not remembered. */
export function keepRecent(read: Read, maxBytes: number): Read {
  const files = new Recent<Uint8Array>(maxBytes);
  return async (id) => {
    const known = files.get(id);
    if (known) return known;
    const file = await read(id);
    if (file) files.put(id, file);
    return file;
  };
}
