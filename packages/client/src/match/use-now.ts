import { useEffect, useState } from 'preact/hooks';

/** Draws the component again a few times a second while something in it counts down. */
export function useTicking(ticking: boolean, everyMs = 200): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setTick((tick) => tick + 1), everyMs);
    return () => clearInterval(timer);
  }, [ticking, everyMs]);
}
