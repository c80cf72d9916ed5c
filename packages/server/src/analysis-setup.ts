import type { Log } from './domain/ports.ts';
import { ThreadAnalyst, type ThreadScript } from './threads/thread-analyst.ts';

/** Where the thread begins; from the sources it needs what reads them. */
function analystScript(): ThreadScript {
  if (!import.meta.url.endsWith('.ts')) return { url: new URL('threads/analyst-thread.js', import.meta.url) };
  return { url: new URL('threads/from-source.mjs', import.meta.url), execArgv: ['--conditions=@anchor/source'] };
}

/** Who does the arithmetic of analysis. */
export function setUpAnalysis(log: Log): { readonly analyst: ThreadAnalyst } {
  return { analyst: new ThreadAnalyst({ script: analystScript(), log }) };
}
