import {
  addSignatures,
  askWitness,
  checkSignatures,
  type Fetch,
  parseCheckpoint,
  parseNote,
  storageSource,
  TileTree,
  type VerifierKey,
} from 'tlog-kit';
import type { PublicLogStore } from '../ports/log.ts';
import type { Log } from '../ports/world.ts';

/** A witness that the service asks for cosignatures. */
export interface LogWitness {
  readonly key: VerifierKey;
  /** Its submission prefix. */
  readonly url: string;
}

/** Called with the name of a witness when it is asked. The returned function takes the outcome. */
export type WitnessObserver = (witness: string) => (outcome: 'cosigned' | 'failed') => void;

interface CosigningParts {
  readonly witnesses: readonly LogWitness[];
  readonly store: PublicLogStore;
  readonly now: () => number;
  readonly log: Log;
  readonly fetch: Fetch;
  readonly observer?: WitnessObserver | undefined;
}

/** A refusal that says that the witness has cosigned something that this database does not continue. */
interface Disagreement {
  readonly code: 'rolled-back' | 'forked';
  readonly message: string;
}

/** A witness that does not answer costs this long, and never more. */
const TIMEOUT_MS = 5_000;
/** A witness that failed is asked again after this time. */
const RETRY_MS = 10_000;

/** Asks witnesses to cosign the published checkpoint, and publishes it with their cosignatures. */
export class Cosigning {
  readonly #parts: CosigningParts;
  /** The size that each witness cosigned last, by its URL. */
  readonly #sizes = new Map<string, number>();
  /** The time before which a witness that failed is not asked. */
  readonly #waits = new Map<string, number>();
  readonly #stopping = new AbortController();
  #running: Promise<Disagreement | null> | null = null;

  constructor(parts: CosigningParts) {
    this.#parts = parts;
  }

  /**
   * Asks the witnesses whose cosignature the published checkpoint lacks. Resolves to a disagreement, if a witness has cosigned a larger
   * tree than the database has, or another one of the same size.
   */
  run(): Promise<Disagreement | null> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Resolves when nothing more is published. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.catch(() => undefined);
  }

  async #run(): Promise<Disagreement | null> {
    const { witnesses, store, now } = this.#parts;
    if (witnesses.length === 0 || this.#stopping.signal.aborted) return null;
    const note = await store.readPublished();
    if (note === null) return null;
    const parsed = parseNote(note);
    if (!parsed.ok) throw new Error(parsed.message);
    const lacking = witnesses.filter(({ key, url }) => !isSignedBy(note, key) && (this.#waits.get(url) ?? 0) <= now());
    if (lacking.length === 0) return null;
    const checkpoint = parseCheckpoint(parsed.value.text);
    if (!checkpoint.ok) throw new Error(checkpoint.message);
    const { size, root } = checkpoint.value;
    const tree = new TileTree(size, root, storageSource(store));
    const answers = await Promise.all(lacking.map((witness) => this.#ask(witness, note, tree)));
    const lines = answers.flatMap((answer) => (Array.isArray(answer) ? answer : []));
    if (this.#stopping.signal.aborted) return null;
    if (lines.length > 0) await store.publish(addSignatures(note, lines), size);
    return answers.find((answer): answer is Disagreement => !Array.isArray(answer)) ?? null;
  }

  async #ask({ key, url }: LogWitness, checkpoint: string, tree: TileTree): Promise<readonly string[] | Disagreement> {
    const { now, log, fetch, observer } = this.#parts;
    const oldSize = Math.min(this.#sizes.get(url) ?? 0, tree.size);
    const tell = observer?.(key.name);
    const asked = await askWitness({
      url,
      keys: [key],
      checkpoint,
      oldSize,
      prove: (from) => tree.consistencyProof(from),
      timeoutMs: TIMEOUT_MS,
      fetch: (to, init) =>
        fetch(to, { ...init, signal: AbortSignal.any([this.#stopping.signal, init.signal ?? this.#stopping.signal]) }),
    });
    tell?.(asked.ok ? 'cosigned' : 'failed');
    if (asked.ok) {
      this.#sizes.set(url, tree.size);
      this.#waits.delete(url);
      return asked.value.map(({ line }) => line);
    }
    this.#waits.set(url, now() + RETRY_MS);
    const { code, message } = asked;
    log.warn({ code, reason: message, witness: key.name }, 'a witness did not cosign the public log');
    // Between question and answer another process may have published, and the witness cosigned, a larger tree.
    const published = await this.#parts.store.publishedSize();
    if (code === 'witness-ahead' && published === tree.size) return { code: 'rolled-back', message };
    return code === 'conflict' ? { code: 'forked', message } : [];
  }
}

function isSignedBy(note: string, key: VerifierKey): boolean {
  const parsed = parseNote(note);
  const checked = parsed.ok ? checkSignatures(parsed.value, [key]) : parsed;
  return checked.ok && checked.value.length > 0;
}
