import type { RelationKind } from '@anchor/wire';

/** A relation of `pub` to another key. `created` is in milliseconds since the epoch. */
export interface StoredRelation {
  readonly pub: string;
  readonly other: string;
  readonly kind: RelationKind;
  readonly created: number;
}

export interface RelationStore {
  /** Stores the relation in place of an earlier one. Returns false and changes nothing if `pub` has `most` others of this kind. */
  put(relation: StoredRelation, most: number): Promise<boolean>;
  remove(pub: string, other: string): Promise<void>;
  /** The relations of a key, the oldest first. */
  of(pub: string): Promise<readonly StoredRelation[]>;
  /** True if one of the two blocks the other. */
  areApart(a: string, b: string): Promise<boolean>;
  /** Those of the keys that block `pub`. */
  blockersOf(pub: string, keys: readonly string[]): Promise<readonly string[]>;
}
