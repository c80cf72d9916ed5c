import { useEffect, useState } from 'preact/hooks';

/** True if the system asks for reduced motion. */
export function useReducedMotion(): boolean {
  const [calm, setCalm] = useState(() => reducedMotion().matches);
  useEffect(() => {
    const query = reducedMotion();
    const update = () => setCalm(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return calm;
}

function reducedMotion(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)');
}
