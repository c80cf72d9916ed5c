import { useEffect, useState } from 'preact/hooks';

/** Returns a value once it has been stable for a while, because a short interruption needs no message. */
export function useDebounced<T>(value: T, afterMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
