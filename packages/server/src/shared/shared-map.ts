/**
 * Called on every change. `before` or `after` is null where there is no value. `isLost` is true if the process that put the value
 * died without removing it.
 */
export type ChangeListener<T> = (key: string, after: T | null, before: T | null, isLost: boolean) => void;

/**
 * A map that all processes share and that converges within moments. Values are plain JSON data and compared by content. A change made
 * by this process is visible here at once.
 */
export interface SharedMap<T> {
  /** The local view, roughly in insertion order. */
  readonly entries: ReadonlyMap<string, T>;
  /** Replaces the key's value. */
  put(key: string, value: T): void;
  /**
   * Puts the value and returns null if the key has none, else returns the existing value. Exactly one of several concurrent callers puts.
   */
  putFirst(key: string, value: T): Promise<T | null>;
  /** Removes the key if it has exactly this value. Returns true for exactly one of several concurrent callers on all processes. */
  take(key: string, value: T): Promise<boolean>;
  /** If the key has exactly this value, it belongs to this process from now on. When a process ends, its entries are removed. */
  adopt(key: string, value: T): Promise<void>;
  observe(listener: ChangeListener<T>): void;
}
