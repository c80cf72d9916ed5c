import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Returns when nothing of this file or folder is held back any more by the system: after this it outlives a loss of power. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
