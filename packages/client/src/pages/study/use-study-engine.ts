import type { RemoteEngine } from 'bg-engine';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { openStudyEngine, type StudyEngine } from '../../engine/study-engine.ts';

/** The engine of the study board. It is loaded when the page is shown. */
export interface LoadedEngine {
  /** Null after a failure to load it. */
  readonly engine: RemoteEngine | null;
  again(): void;
}

/** Keeps the engine's thread while the page is shown. */
export function useStudyEngine(): LoadedEngine {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(-1);
  const opened = useMemo<StudyEngine>(() => openStudyEngine(() => setFailed(tries)), [tries]);
  useEffect(() => () => opened.close(), [opened]);
  return { engine: failed === tries ? null : opened.engine, again: () => setTries(tries + 1) };
}
