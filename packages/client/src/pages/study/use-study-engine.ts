import { useEffect, useMemo } from 'preact/hooks';
import { StudyEngine } from '../../engine/study-engine.ts';

/** The engine in two threads, so that a long rollout delays no other answer. */
export interface StudyEngines {
  readonly judge: StudyEngine;
  readonly roller: StudyEngine;
}

/** Keeps the engine's threads while the page is shown. */
export function useStudyEngines(): StudyEngines {
  const engines = useMemo(() => ({ judge: new StudyEngine(), roller: new StudyEngine() }), []);
  useEffect(
    () => () => {
      engines.judge.close();
      engines.roller.close();
    },
    [engines],
  );
  return engines;
}
