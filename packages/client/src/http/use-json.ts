import { useEffect, useRef, useState } from 'preact/hooks';
import type * as z from 'zod/mini';
import type { Connection } from '../session/connection.ts';
import { type FetchCode, getJson } from './get-json.ts';

export interface Fetched<T> {
  /** The last answer; null before the first, and after the path has changed to something else that failed. */
  readonly value: T | null;
  /** Why the last question had no answer; null when it had, or is on its way for the first time. */
  readonly trouble: FetchCode | null;
  readonly busy: boolean;
  reload(): void;
}

interface Wanted<T> {
  /** Null: there is nothing to ask. */
  readonly path: string | null;
  readonly shape: z.ZodMiniType<T>;
  readonly connection: Connection;
  /** Asks again after so long, while the page is looked at; absent: never by itself. */
  readonly everyMs?: number;
}

/** Keeps what the server says at this path: asked for at once, and again when the connection is back. */
export function useJson<T>({ path, shape, connection, everyMs }: Wanted<T>): Fetched<T> {
  const [value, setValue] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<FetchCode | null>(null);
  const [busy, setBusy] = useState(true);
  const [round, setRound] = useState(0);
  const online = connection.status.value === 'online';
  useAskedAgain(online && trouble === 'unreachable', everyMs, () => setRound((old) => old + 1));
  useEffect(() => {
    const stop = new AbortController();
    setBusy(path !== null);
    if (path === null) return;
    void getJson(path, shape, stop.signal).then((got) => {
      if (stop.signal.aborted) return;
      setBusy(false);
      setTrouble(got.ok ? null : got.code);
      if (got.ok) setValue(got.value);
      else if (got.code === 'missing') setValue(null);
    });
    return () => stop.abort();
  }, [path, round]);
  return { value, trouble, busy, reload: () => setRound((old) => old + 1) };
}

/** Asks when there is reason to hope for another answer, and from time to time while somebody looks. */
function useAskedAgain(hopeful: boolean, everyMs: number | undefined, ask: () => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (hopeful) latest.current();
  }, [hopeful]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.hidden || latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
