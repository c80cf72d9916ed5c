import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;

/** Created here, because a database would create them with the permissions of the umask. SQLite gives its companions the same mode. */
const created = ['anchor.db', 'anchor.lock'];
const optional = ['anchor.db-wal', 'anchor.db-shm', 'server.key', 'server.key.previous'];

/** Restricts the files with keys, addresses or tokens to their owner, whatever the permissions of the folder. */
export function keepToOwner(folder: string): void {
  for (const name of created) closeSync(openSync(join(folder, name), 'a', OWNER_ONLY));
  for (const file of [...created, ...optional].map((name) => join(folder, name))) {
    if (!existsSync(file)) continue;
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // The file belongs to another user, who is responsible for its mode.
    }
  }
}
