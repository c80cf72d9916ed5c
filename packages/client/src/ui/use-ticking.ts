import { useEffect, useState } from 'preact/hooks';

/** Redraws the component a few times a second while a countdown runs in it. */
export function useTicking(ticking: boolean, everyMs = 200): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs);
    return () => clearInterval(timer);
  }, [ticking, everyMs]);
}
