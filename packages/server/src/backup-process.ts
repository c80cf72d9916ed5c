import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from 'bg-rules';

/** The command beside this file: TypeScript while the sources run, JavaScript when they were built. */
const command = fileURLToPath(new URL(`./backup${extname(import.meta.url)}`, import.meta.url));
const REASON_CHARACTERS = 1000;

/** Makes backups in a process of their own: copying takes a second for every 200 MB, during which this one has moves to answer. */
export class BackupProcess {
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;

  constructor({ dataDir, keep }: { readonly dataDir: string; readonly keep: number }) {
    this.#args = [...process.execArgv, command, '--data-dir', dataDir, '--keep', String(keep)];
  }

  async run(): Promise<Result<null, 'backup-failed'>> {
    const child = spawn(process.execPath, this.#args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString('utf8')).slice(-REASON_CHARACTERS);
    });
    const code = await Promise.race([
      once(child, 'close').then(([code]) => code),
      once(child, 'error').then(([error]) => String(error)),
    ]);
    this.#child = null;
    if (code === 0) return { ok: true, value: null };
    return { ok: false, code: 'backup-failed', message: said.trim() || `the backup ended with ${code}` };
  }

  /** What is unfinished is removed by the next one. */
  stop(): void {
    this.#child?.kill();
  }
}
