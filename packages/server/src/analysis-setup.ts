import type { AnalysesParts } from './domain/analysis/analyses.ts';
import type { Evaluator } from './domain/analysis/evaluator.ts';
import type { Log } from './domain/ports.ts';
import { ThreadAnalyst, type ThreadScript } from './threads/thread-analyst.ts';

/** Where the thread begins; from the sources it needs what reads them. */
function analystScript(): ThreadScript {
  if (!import.meta.url.endsWith('.ts')) return { url: new URL('threads/analyst-thread.js', import.meta.url) };
  return { url: new URL('threads/from-source.mjs', import.meta.url), execArgv: ['--conditions=@anchor/source'] };
}

/** While nobody judges anything. */
const nobody: Evaluator = { evaluate: () => ({ done: new Promise(() => {}), cancel() {} }) };

export interface AnalysisSetup extends Pick<AnalysesParts, 'evaluator' | 'deepEngine'> {
  readonly analyst: ThreadAnalyst;
}

export function setUpAnalysis(log: Log): AnalysisSetup {
  const analyst = new ThreadAnalyst({ script: analystScript(), log });
  return { analyst, evaluator: nobody, deepEngine: { engineId: 'gnubg-1.07', ply: 2 } };
}
