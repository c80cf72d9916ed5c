import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const prismaFolder = fileURLToPath(new URL('../../../../prisma', import.meta.url));

/** A folder for one test, with a function that removes it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'anchor-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}
