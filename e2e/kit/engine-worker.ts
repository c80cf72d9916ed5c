import { readdirSync } from 'node:fs';

// The file of the engine's worker, and a worker of a page that runs it. The functions run in the page.

const ASSETS = new URL('../../packages/client/dist/assets/', import.meta.url);

/** The path of the engine's worker in the built page. */
export function enginePath(): string {
  const names = readdirSync(ASSETS).filter((name) => /^engine-[\w-]+\.js$/.test(name));
  const [name] = names;
  if (!name || names.length > 1) throw new Error(`one file is expected, not ${names.join(', ') || 'none'}`);
  return `/assets/${name}`;
}

interface Asked {
  readonly path: string;
  /** A question in the sense of the page's `messages.ts`. */
  readonly question: object;
}

/** The answer of a worker. Times are in milliseconds from its creation. */
interface Heard {
  readonly accelerated: boolean;
  readonly startMs: number;
  /** As JSON, because drivers of browsers change some values. */
  readonly answered: string;
  readonly answerMs: number;
}

/** Starts the worker, asks it one question, and ends it. Rejects if the browser does not load it. */
export function askWorker({ path, question }: Asked): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const worker = new Worker(path, { type: 'module' });
    let accelerated = false;
    let startMs = 0;
    worker.onerror = () => reject(new Error('not loaded'));
    worker.onmessage = ({ data }) => {
      if (data.kind === 'ready') {
        accelerated = data.accelerated;
        startMs = performance.now() - begun;
      }
      if (data.kind !== 'answer') return;
      worker.terminate();
      resolve({ accelerated, startMs, answered: JSON.stringify(data.answered), answerMs: performance.now() - begun });
    };
    worker.postMessage({ id: 0, question });
  });
}

interface RolledOut {
  readonly path: string;
  readonly situation: object;
  readonly options: object;
}

/** Starts the worker, rolls a position out as the study board does, and ends it. */
export function rollOut({
  path,
  situation,
  options,
}: RolledOut): Promise<{ readonly value: string; readonly ms: number }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path, { type: 'module' });
    const { port1, port2 } = new MessageChannel();
    let begun = 0;
    worker.onerror = () => reject(new Error('not loaded'));
    worker.onmessage = () => {
      begun = performance.now();
      port1.postMessage({ id: 0, question: { kind: 'rollout', situation, options } });
    };
    port1.onmessage = ({ data }) => {
      if ('progress' in data) return;
      worker.terminate();
      resolve({ value: JSON.stringify(data.value ?? data.error), ms: performance.now() - begun });
    };
    worker.postMessage({ port: port2, isHelper: false }, [port2]);
  });
}

/** Returns true if this page itself may run WebAssembly. Some browsers refuse only the instance. */
export function runsWebAssembly(): boolean {
  try {
    const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    return new WebAssembly.Instance(empty) instanceof WebAssembly.Instance;
  } catch {
    return false;
  }
}

/** Returns the policy of an answer to this page, which may come from its service worker. */
export async function policyOf(path: string): Promise<string | null> {
  return (await fetch(path)).headers.get('content-security-policy');
}
