import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fromBase64, isKeyName, toBase64, type WitnessState, type WitnessStore } from 'tlog-kit';
import { isHex } from '../../crypto/hex.ts';
import { type Check, integer, isObject, object, text } from '../../fields.ts';
import { quoted } from '../../visible.ts';

const VERSION = 'bg-record-witness/1';

/** The file of a witness: its private key, and the newest checkpoint of each log that it cosigned. */
interface Content {
  readonly version: typeof VERSION;
  readonly name: string;
  /** The private key, 64 hex digits. It is in this file so that no witness has its key without its memory. */
  readonly seed: string;
  /** By origin. `root` is in base64. */
  readonly logs: Readonly<Record<string, { readonly size: number; readonly root: string; readonly note: string }>>;
}

type Opened =
  | { readonly ok: true; readonly file: WitnessFile; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string };

/**
 * Opens the file of a witness, or creates it with a new key.
 * @param name the name of the witness; needed for a new file
 */
export async function openWitnessFile(path: string, name: string | undefined): Promise<Opened> {
  const held = await lock(path);
  if (held !== null) return { ok: false, message: `process ${held} is using ${path}` };
  const present = await readPresent(path);
  const refused = present === null ? nameFault(name) : contentFault(present, path, name);
  if (refused !== null) {
    await unlock(path);
    return { ok: false, message: refused };
  }
  if (present !== null) return { ok: true, file: new WitnessFile(path, present as Content), isNew: false };
  const seed = randomBytes(32).toString('hex');
  const content: Content = { version: VERSION, name: name ?? '', seed, logs: {} };
  await writeDurably(path, content);
  return { ok: true, file: new WitnessFile(path, content), isNew: true };
}

function nameFault(name: string | undefined): string | null {
  if (name !== undefined && isKeyName(name)) return null;
  return 'a new witness needs --name, such as witness.example.org/w1, without spaces and plus signs';
}

const log: Check = object({
  size: integer(0),
  root: text((root) => fromBase64(root)?.length === 32, 'a root'),
  note: text(() => true, 'a note'),
});

function contentFault(value: unknown, path: string, name: string | undefined): string | null {
  const damaged = `${path} is not the file of a witness. Do not replace it by an older copy: remove it to make a new witness`;
  if (!isObject(value) || value.version !== VERSION || !isObject(value.logs)) return damaged;
  if (typeof value.name !== 'string' || !isKeyName(value.name)) return damaged;
  if (typeof value.seed !== 'string' || !isHex(value.seed, 32)) return damaged;
  if (Object.values(value.logs).some((one) => log(one) !== null)) return damaged;
  return name === undefined || name === value.name ? null : `the witness in ${path} is ${quoted(value.name)}`;
}

/** The open file. Only one process has it open, and it replaces the file in one step before a cosignature leaves. */
class WitnessFile implements WitnessStore {
  readonly #path: string;
  #content: Content;
  #last: Promise<unknown> = Promise.resolve();
  #hasFailed = false;

  constructor(path: string, content: Content) {
    this.#path = path;
    this.#content = content;
  }

  get name(): string {
    return this.#content.name;
  }

  get seed(): Uint8Array {
    return Buffer.from(this.#content.seed, 'hex');
  }

  async read(origin: string): Promise<WitnessState | null> {
    const { logs } = this.#content;
    const state = Object.hasOwn(logs, origin) ? logs[origin] : undefined;
    const root = state && fromBase64(state.root);
    return state && root ? { size: state.size, root, note: state.note } : null;
  }

  advance(origin: string, previous: WitnessState | null, next: WitnessState): Promise<boolean> {
    const run = this.#last.then(() => this.#advance(origin, previous, next));
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #advance(origin: string, previous: WitnessState | null, next: WitnessState): Promise<boolean> {
    // After a failed write nobody knows which state the disk has. The next start reads it.
    if (this.#hasFailed) throw new Error('an earlier write of the state failed');
    if (JSON.stringify(await readPresent(this.#path)) !== JSON.stringify(this.#content)) {
      this.#hasFailed = true;
      throw new Error('another program has changed the state');
    }
    const present = await this.read(origin);
    const isSame = present?.size === previous?.size && isEqual(present?.root, previous?.root);
    if (!isSame) return false;
    const state = { size: next.size, root: toBase64(next.root), note: next.note };
    const content = { ...this.#content, logs: { ...this.#content.logs, [origin]: state } };
    try {
      await writeDurably(this.#path, content);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
    this.#content = content;
    return true;
  }

  /** Resolves when the last write is durable. Another process may open the file then. */
  async close(): Promise<void> {
    await this.#last;
    await unlock(this.#path);
  }
}

function isEqual(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.from(a).equals(b);
}

async function readPresent(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeDurably(path: string, content: Content): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

const lockOf = (path: string) => `${path}.lock`;

/** Takes the lock file. Returns the process that has it, or null. The lock of a dead process is taken over. */
async function lock(path: string): Promise<number | null> {
  for (let tries = 0; ; tries++) {
    try {
      const handle = await open(lockOf(path), 'wx', 0o600);
      await handle.writeFile(String(process.pid)).finally(() => handle.close());
      return null;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST') || tries > 0) throw error;
    }
    const owner = Number(await readFile(lockOf(path), 'utf8'));
    if (isAlive(owner)) return owner;
    await unlock(path);
  }
}

async function unlock(path: string): Promise<void> {
  await rm(lockOf(path), { force: true });
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
