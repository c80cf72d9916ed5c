import { useEffect, useMemo } from 'preact/hooks';
import { Engine } from '../../engine/engine.ts';

/** Keeps an engine while the component is mounted. The engine is loaded with the first question. */
export function useEngine(): Engine {
  const engine = useMemo(() => new Engine(), []);
  useEffect(() => () => engine.close(), []);
  return engine;
}
