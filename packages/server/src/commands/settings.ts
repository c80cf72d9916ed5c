import { existsSync, readFileSync } from 'node:fs';
import { type Config, readConfig } from '../config/config.ts';
import { parseEnvFile } from '../config/env-file.ts';

/** The settings of the documented deployment. */
const USUAL_FILE = '/etc/anchor/anchor.env';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a command. */
type CommandSettings =
  | { readonly ok: true; readonly config: Config; readonly source: string }
  | { readonly ok: false; readonly lines: readonly string[] };

/**
 * Reads the settings of a command: those of the environment if it names a database, otherwise those of the file that the service reads.
 * ANCHOR_ENV_FILE names another file. The environment takes precedence over a file.
 *
 * @param isFolderNamed true if an option names the folder of the database
 */
export function readSettings(
  environment: Environment,
  isFolderNamed: boolean,
  usualFile: string = USUAL_FILE,
): CommandSettings {
  const named = environment.ANCHOR_ENV_FILE || null;
  const isWhole = isFolderNamed || Boolean(environment.DATABASE_URL) || Boolean(environment.DATA_DIR);
  const file = named ?? (isWhole || !existsSync(usualFile) ? null : usualFile);
  try {
    const kept = file === null ? {} : parseEnvFile(readFileSync(file, 'utf8'));
    const config = readConfig({ ...kept, ...environment });
    if (config.ok) return { ok: true, config: config.value, source: file ?? 'the environment' };
    return { ok: false, lines: file === null ? config.lines : [`In ${file}:`, ...config.lines] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const lines = [
      `Cannot read the settings in ${file}: ${reason}.`,
      'Run the command as root, or set DATABASE_URL or DATA_DIR in the environment.',
    ];
    return { ok: false, lines };
  }
}

/** The database that a command works on, without its password. */
export function placeOf({ databaseUrl, dataDir }: Config, source: string): string {
  if (databaseUrl === null) return `The embedded database in ${dataDir}, by ${source}.`;
  const { host, pathname } = new URL(databaseUrl);
  return `The PostgreSQL database ${pathname.slice(1)} at ${host}, by ${source}.`;
}
