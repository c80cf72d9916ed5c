import { type Connection, type FetchCode, getJson } from 'bg-session';
import { useEffect, useRef, useState } from 'preact/hooks';
import type * as z from 'zod/mini';

export interface Fetched<T> {
  /** The last answer. Null before the first, and after the path has changed and the request failed. */
  readonly value: T | null;
  /** The reason why the last request failed. Null if it succeeded or the first is in progress. */
  readonly trouble: FetchCode | null;
  readonly busy: boolean;
  reload(): void;
}

interface Wanted<T> {
  /** Null if there is nothing to request. */
  readonly path: string | null;
  readonly shape: z.ZodMiniType<T>;
  readonly connection: Pick<Connection, 'status'>;
  /** The interval of further requests while the page is visible. If absent, there are none. */
  readonly everyMs?: number;
}

/** Requests JSON at once, and again when the connection is back. */
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

/** Repeats the request if the answer may have changed, and at intervals while the page is visible. */
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
