import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Result } from 'bg-rules';
import { commandPath } from '../paths.ts';

const REASON_CHARACTERS = 1000;

/** Runs backups in a child process: copying takes a second per 200 MB and would block the event loop. */
export class BackupProcess {
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;

  constructor({ dataDir, keep }: { readonly dataDir: string; readonly keep: number }) {
    this.#args = [...process.execArgv, commandPath('backup'), '--data-dir', dataDir, '--keep', String(keep)];
  }

  async run(): Promise<Result<null, 'backup-failed'>> {
    const child = spawn(process.execPath, this.#args, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    let output = '';
    child.stderr?.on('data', (text: Buffer) => {
      output = (output + text.toString('utf8')).slice(-REASON_CHARACTERS);
    });
    const code = await Promise.race([
      once(child, 'close').then(([code]) => code),
      once(child, 'error').then(([error]) => String(error)),
    ]);
    this.#child = null;
    if (code === 0) return { ok: true, value: null };
    return { ok: false, code: 'backup-failed', message: output.trim() || `the backup process exited with ${code}` };
  }

  /** Kills a running backup. The next one removes its unfinished file. */
  stop(): void {
    this.#child?.kill();
  }
}
