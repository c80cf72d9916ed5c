import { parentPort, type Worker } from 'node:worker_threads';

/** The last message to a thread. */
const END = 'end of the thread';

/** Largest time for a thread to end by itself, in milliseconds: it loads its script, or has work left. */
const END_MS = 8_000;

/** In a thread: calls `take` with each message until the main thread ends this one. */
export function takeMessages<Message>(take: (message: Message) => void): void {
  parentPort?.on('message', (message: Message | typeof END) => {
    if (message === END) parentPort?.close();
    else take(message);
  });
}

/**
 * Ends a thread that uses `takeMessages`, after what it was asked before. Node.js may abort the whole process if a thread is terminated while it
 * compiles, which threads do when they start. So only a thread that does not end by itself is terminated.
 */
export async function endThread(thread: Worker): Promise<void> {
  if (hasExited(thread)) return;
  thread.ref();
  const ended = new Promise((resolve) => thread.once('exit', resolve));
  thread.postMessage(END);
  const late = setTimeout(() => void thread.terminate(), END_MS);
  await ended;
  clearTimeout(late);
}

/** Node.js takes the number of a thread away when it has exited. */
function hasExited({ threadId }: Worker): boolean {
  return threadId === -1;
}
