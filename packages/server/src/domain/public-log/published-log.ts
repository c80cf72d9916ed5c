import {
  formatProof,
  hashesOnLevel,
  parseCheckpoint,
  parseNote,
  parseTilePath,
  storageSource,
  TILE_WIDTH,
  TileTree,
} from 'tlog-kit';
import type { PublicLogStore } from '../ports/log.ts';

/** The public log as its readers get it. */
export interface PublishedLog {
  /** The verifier key of the log. */
  readonly vkey: string;
  /** The newest published note. Null before the first one. */
  checkpoint(): Promise<string | null>;
  /** A tile or bundle by its path below the prefix of the log. Null when the tree has none there, or for another text. */
  file(path: string): Promise<Uint8Array | null>;
  /** The proof that the entry of a match is in the newest published tree. Null when it is not. */
  proof(match: string): Promise<string | null>;
}

export function publishedLog(store: PublicLogStore, vkey: string): PublishedLog {
  const treeOf = newestTree(store);
  return {
    vkey,
    checkpoint: () => store.readPublished(),
    file: (path) => fileOf(store, path),
    proof: (match) => proofOf(store, treeOf, match),
  };
}

/** A file of the published tree. The storage may have those of a larger one that is committed and not published yet. */
async function fileOf(store: PublicLogStore, path: string): Promise<Uint8Array | null> {
  const place = parseTilePath(path);
  if (!place.ok) return null;
  const { level, index, width } = place.value;
  const size = (await store.publishedSize()) ?? 0;
  const hashes = hashesOnLevel(level === 'entries' ? 0 : level, size);
  return hashes < index * TILE_WIDTH + width ? null : store.read(path);
}

/** Keeps the tree of the newest note, which remembers the tiles it has read. */
function newestTree(store: PublicLogStore): (note: string) => TileTree {
  let newest: { readonly note: string; readonly tree: TileTree } | null = null;
  return (note) => {
    if (newest?.note === note) return newest.tree;
    const { size, root } = must(parseCheckpoint(must(parseNote(note)).text));
    newest = { note, tree: new TileTree(size, root, storageSource(store)) };
    return newest.tree;
  };
}

async function proofOf(
  store: PublicLogStore,
  treeOf: (note: string) => TileTree,
  match: string,
): Promise<string | null> {
  const index = await store.positionOf(match);
  const checkpoint = index === null ? null : await store.readPublished();
  if (index === null || checkpoint === null) return null;
  const tree = treeOf(checkpoint);
  if (index >= tree.size) return null;
  const hashes = must(await tree.inclusionProof(index));
  // The entry has members that its record lacks. With it the proof needs no other file.
  const [entry] = await store.entriesFrom(index, 1);
  if (!entry) throw new Error(`the stored public log lacks entry ${index}`);
  return formatProof({ index, hashes, checkpoint, extra: entry });
}

/** The service wrote these files, so a fault in them is an error of the storage. */
function must<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string },
): T {
  if (!result.ok) throw new Error(`the stored public log is damaged: ${result.message}`);
  return result.value;
}
