import { Worker } from 'node:worker_threads';

/** The script of a thread and how to start it. */
export interface ThreadScript {
  readonly url: URL;
  /** Node.js options for the script. */
  readonly execArgv?: readonly string[];
  /** Command-line arguments of the script. */
  readonly argv?: readonly string[];
}

/**
 * The script of the thread `name`. `base` is the URL of a module in src/ or dist/. From src/, the thread is started through a loader for
 * TypeScript.
 */
export function threadScript(name: string, base: string): ThreadScript {
  if (!base.endsWith('.ts')) return { url: new URL(`threads/${name}.js`, base) };
  const fromSource = new URL('threads/from-source.mjs', base);
  return { url: fromSource, execArgv: ['--conditions=@anchor/source'], argv: [`./${name}.ts`] };
}

// Limits for garbage, which counts towards the process: by default the young generation of one thread may take 48 MB. The limit of the old
// generation is many times what any thread here needs.
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export function startThread({ url, execArgv = [], argv = [] }: ThreadScript): Worker {
  return new Worker(url, { execArgv: [...execArgv], argv: [...argv], resourceLimits });
}
