import { Worker } from 'node:worker_threads';

/** Where a thread begins. */
export interface ThreadScript {
  readonly url: URL;
  /** Options of Node.js that the script needs. */
  readonly execArgv?: readonly string[];
  /** Words that it finds behind its own name. */
  readonly argv?: readonly string[];
}

/**
 * The thread of this name in this folder, as seen from `base`, the address of a module in src/ or dist/; from the sources it
 * needs what reads them.
 */
export function threadScript(name: string, base: string): ThreadScript {
  if (!base.endsWith('.ts')) return { url: new URL(`threads/${name}.js`, base) };
  const fromSource = new URL('threads/from-source.mjs', base);
  return { url: fromSource, execArgv: ['--conditions=@anchor/source'], argv: [`./${name}.ts`] };
}

// The whole process shows what garbage its threads leave lying: by default a thread's young objects alone may take 48 MB. The old ones may take
// many times what any thread here needs.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export function startThread({ url, execArgv = [], argv = [] }: ThreadScript): Worker {
  return new Worker(url, { execArgv: [...execArgv], argv: [...argv], resourceLimits });
}
