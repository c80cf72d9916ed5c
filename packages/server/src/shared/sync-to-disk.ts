import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Synchronises a file or folder with the disk. After this it survives a power failure. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
