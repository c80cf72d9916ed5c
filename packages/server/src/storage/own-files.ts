import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o600;

/** Made here first, since a database would make them as readable as the umask allows. Its companions get the modes of the file itself. */
const made = ['anchor.db', 'anchor.lock'];
const perhaps = ['anchor.db-wal', 'anchor.db-shm', 'server.key', 'server.key.previous'];

/** Lets only the owner read the files of a data folder that hold keys, addresses or tokens, whoever may enter the folder. */
export function keepToOwner(folder: string): void {
  for (const name of made) closeSync(openSync(join(folder, name), 'a', OWNER_ONLY));
  for (const file of [...made, ...perhaps].map((name) => join(folder, name))) {
    if (!existsSync(file)) continue;
    try {
      chmodSync(file, OWNER_ONLY);
    } catch {
      // it belongs to another user, who has decided on its modes
    }
  }
}
