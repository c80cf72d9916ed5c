import { equalBytes, quoted } from './encoding.ts';
import type { Contradiction } from './evidence.ts';
import type { LogSource } from './fetching.ts';
import { emptyRoot } from './merkle.ts';
import type { SignedCheckpoint } from './open-checkpoint.ts';
import type { TlogProof } from './proof.ts';
import { attempt, type Failure, Refusal, type Result, refuse, succeed, unwrap } from './result.ts';
import { TileTree } from './tree.ts';

/** A log at one verified checkpoint. */
export interface LogView {
  readonly checkpoint: SignedCheckpoint;
  /** Reads entries and proofs, each verified against the checkpoint. */
  readonly tree: TileTree;
}

/** The relation of a checkpoint to the newest one that the reader had verified before. */
export type Relation = 'first' | 'same' | 'newer' | 'older';

export interface Observation {
  readonly relation: Relation;
  /** The newest verified view, after this observation. A consistent older checkpoint does not replace it. */
  readonly view: LogView;
}

/** A failure to verify a checkpoint. `evidence` is given if, and only if, the code is `contradiction`. */
export type ObservationFailure = Failure & { readonly evidence: Contradiction | null };

export type ObservationResult = { readonly ok: true; readonly value: Observation } | ObservationFailure;

export interface LogReaderOptions {
  /** The origin of the log. Checkpoints of other logs are refused. */
  readonly origin: string;
  /**
   * Verifies a checkpoint by the trust of the caller: `openCheckpoint` with the keys of the log, or `checkPolicy` with a
   * policy.
   */
  readonly accept: (note: string | Uint8Array) => Result<SignedCheckpoint>;
  readonly source: LogSource;
  /** Stores a note durably before the reader adopts it as its newest. Pass what it stored last to `LogReader.resume`. */
  readonly keep?: (note: string) => Promise<void>;
}

/**
 * A client of a log. It keeps the newest checkpoint that it verified and demands that every other one is consistent with
 * it, larger ones and smaller ones. After a contradiction it answers every observation with the same evidence.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  #newest: LogView | null;
  #contradicted: ObservationFailure | null = null;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(options: LogReaderOptions, newest: LogView | null) {
    this.#options = options;
    this.#newest = newest;
  }

  /**
   * Returns a reader.
   * @param kept the note that `keep` stored last, or null
   * @returns the failure of `accept` if the kept note is not valid, or `wrong-origin`
   */
  static resume(options: LogReaderOptions, kept: string | null): Result<LogReader> {
    if (kept === null) return succeed(new LogReader(options, null));
    const checkpoint = acceptOwn(options, kept);
    if (!checkpoint.ok) return checkpoint;
    return succeed(new LogReader(options, viewOf(checkpoint.value, options.source)));
  }

  /** The newest view that was verified, or null. */
  get newest(): LogView | null {
    return this.#newest;
  }

  /** Reads the newest checkpoint from the source and observes it. */
  update(): Promise<ObservationResult> {
    return this.#inTurn(async () => this.#judge(await this.#options.source.readCheckpoint()));
  }

  /**
   * Verifies a checkpoint from anywhere, for example the view of another client. A newer one becomes the newest if the
   * source has its tiles.
   * @returns the failures of `accept` and of `TileTree`; `wrong-origin`; `wrong-root` for a tree of size 0 with another root
   * than the empty one; `contradiction` with evidence
   */
  observe(note: string | Uint8Array): Promise<ObservationResult> {
    return this.#inTurn(() => this.#judge(note));
  }

  /** Observations run one after the other, so that two of them never start from the same newest view. */
  #inTurn(work: () => Promise<Observation | ObservationFailure>): Promise<ObservationResult> {
    const run = this.#last.then(async (): Promise<ObservationResult> => {
      if (this.#contradicted) return this.#contradicted;
      const result = await attempt(work);
      if (!result.ok) return { ...result, evidence: null };
      if (!('ok' in result.value)) return { ok: true, value: result.value };
      this.#contradicted = result.value;
      return result.value;
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #judge(note: string | Uint8Array): Promise<Observation | ObservationFailure> {
    const checkpoint = unwrap(acceptOwn(this.#options, note));
    if (checkpoint.size === 0 && !equalBytes(checkpoint.root, emptyRoot()))
      throw new Refusal('wrong-root', 'The checkpoint of an empty tree has another root than the empty tree.');
    const view = viewOf(checkpoint, this.#options.source);
    const known = this.#newest;
    if (known === null) {
      unwrap(await view.tree.edge());
      return this.#adopt(view, 'first');
    }
    if (checkpoint.size === known.checkpoint.size) {
      const isSame = equalBytes(checkpoint.root, known.checkpoint.root);
      return isSame ? { relation: 'same', view: known } : contradiction(known.checkpoint, checkpoint, []);
    }
    const isNewer = checkpoint.size > known.checkpoint.size;
    const [older, newer] = isNewer ? [known, view] : [view, known];
    const { size, root } = older.checkpoint;
    if (equalBytes(unwrap(await newer.tree.rootAt(size)), root))
      return isNewer ? this.#adopt(view, 'newer') : { relation: 'older', view: known };
    return contradiction(older.checkpoint, newer.checkpoint, unwrap(await newer.tree.boundaryHashes(size)));
  }

  async #adopt(view: LogView, relation: Relation): Promise<Observation> {
    await this.#options.keep?.(view.checkpoint.note);
    this.#newest = view;
    return { relation, view };
  }
}

function acceptOwn({ accept, origin }: LogReaderOptions, note: string | Uint8Array): Result<SignedCheckpoint> {
  const accepted = accept(note);
  if (!accepted.ok || accepted.value.origin === origin) return accepted;
  return refuse('wrong-origin', `The checkpoint is of ${quoted(accepted.value.origin)}, not of ${origin}.`);
}

function viewOf(checkpoint: SignedCheckpoint, source: LogSource): LogView {
  return { checkpoint, tree: new TileTree(checkpoint.size, checkpoint.root, source) };
}

function contradiction(
  older: SignedCheckpoint,
  newer: SignedCheckpoint,
  hashes: readonly Uint8Array[],
): ObservationFailure {
  const message = `The log ${older.origin} signed two trees, of ${older.size} and ${newer.size} entries, that no tree connects.`;
  return { ...refuse('contradiction', message), evidence: { older: older.note, newer: newer.note, hashes } };
}

/**
 * Makes the proof that an entry is in the log, to be verified offline (`verifyProof`).
 * @param extra data of the application, or null; nothing authenticates it
 * @returns the failures of `TileTree.inclusionProof`
 */
export async function proveEntry(
  { checkpoint, tree }: LogView,
  index: number,
  extra: Uint8Array | null = null,
): Promise<Result<TlogProof>> {
  const hashes = await tree.inclusionProof(index);
  return hashes.ok ? succeed({ index, hashes: hashes.value, checkpoint: checkpoint.note, extra }) : hashes;
}
