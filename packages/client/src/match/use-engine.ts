import { useEffect, useMemo } from 'preact/hooks';
import { Engine } from '../engine/engine.ts';

/** The engine for as long as this part of the page is there; it is loaded with the first question. */
export function useEngine(): Engine {
  const engine = useMemo(() => new Engine(), []);
  useEffect(() => () => engine.close(), []);
  return engine;
}
