/** A terminal's Ctrl-C reaches us twice under npm: from the terminal and handed on. Within this time it is one. */
export const sameSignalMs = 500;

/** How long stopping may take before what is left is left to the next start. */
const stopMs = 15_000;

/** What this needs of a process. */
export interface ProcessLike {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}

/** Calls `stop` at the first request to end and exits 0 after it; a second request exits at once. */
export function stopOnSignals(
  own: ProcessLike,
  now: () => number,
  stop: () => Promise<void>,
  failed: (error: unknown) => void,
): void {
  let askedAt: number | null = null;
  const ask = () => {
    if (askedAt === null) {
      askedAt = now();
      void leaveAfter(own, stop, failed);
    } else if (now() - askedAt > sameSignalMs) own.exit(1);
  };
  own.on('SIGTERM', ask);
  own.on('SIGINT', ask);
}

async function leaveAfter(own: ProcessLike, stop: () => Promise<void>, failed: (error: unknown) => void) {
  const patience = setTimeout(() => own.exit(1), stopMs).unref();
  try {
    await stop();
    own.exit(0);
  } catch (error) {
    failed(error);
    own.exit(1);
  } finally {
    clearTimeout(patience);
  }
}
