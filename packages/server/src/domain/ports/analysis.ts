/** Engine evaluations as JSON text, by job key. The first stored evaluation of a key stays. */
export interface EvaluationStore {
  /** Returns those of the given keys that are stored. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  keep(evaluations: readonly { readonly key: string; readonly text: string }[], at: number): Promise<void>;
  /** Removes the oldest evaluations beyond `most`. Evaluations stored at the same moment are removed or kept together. */
  prune(most: number): Promise<void>;
}

/** Identifies an analysis of a match: the engine and its search depth. */
export interface AnnotationName {
  readonly matchId: string;
  readonly engineId: string;
  readonly ply: number;
}

/** Analysis reports as JSON text. The first stored report of a name stays. */
export interface AnnotationStore {
  read(name: AnnotationName): Promise<string | null>;
  keep(name: AnnotationName, text: string, at: number): Promise<void>;
}
