export { askWitness, type WitnessRequest } from './ask-witness.ts';
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
export { appendLeaves, EMPTY_EDGE, type Growth, rootOfEdge, type TreeEdge } from './edge.ts';
export { fromBase64, MAX_SIZE, toBase64 } from './encoding.ts';
export {
  type Contradiction,
  EVIDENCE_TYPE,
  formatContradiction,
  type ProvenContradiction,
  parseContradiction,
  verifyContradiction,
} from './evidence.ts';
export { type Fetch, type FetchOptions, fetchSource, type LogSource } from './fetching.ts';
export { headOf, noteOfHead, type SignedHead } from './head.ts';
export {
  COSIGNATURE_V1,
  cosigner,
  ED25519,
  ed25519Signer,
  formatVkey,
  isKeyName,
  type KeyType,
  keyId,
  ML_DSA_44,
  mlDsaCosigner,
  type NoteSigner,
  parseVkey,
  type VerifierKey,
  verifierKey,
} from './key.ts';
export {
  emptyRoot,
  HASH_BYTES,
  hashLeaf,
  hashNode,
  MAX_PROOF_HASHES,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
export {
  addSignatures,
  checkSignatures,
  formatNote,
  formatSignatureLine,
  MAX_NOTE_BYTES,
  MAX_SIGNATURES,
  type Note,
  type NoteSignature,
  type OpenedNote,
  openNote,
  parseNote,
  parseSignatureLines,
  signNote,
  type VerifiedSignature,
} from './note.ts';
export { openCheckpoint, type SignedCheckpoint } from './open-checkpoint.ts';
export {
  checkPolicy,
  isQuorum,
  MAX_POLICY_BYTES,
  MAX_POLICY_PARTS,
  type Policy,
  type PolicyParty,
  type PolicyWitness,
  parsePolicy,
  type Quorum,
  type TrustedCheckpoint,
} from './policy.ts';
export { formatProof, MAX_PROOF_BYTES, PROOF_HEADER, parseProof, type TlogProof, verifyProof } from './proof.ts';
export {
  LogReader,
  type LogReaderOptions,
  type LogView,
  type Observation,
  type ObservationFailure,
  type ObservationResult,
  proveEntry,
  type Relation,
} from './reader.ts';
export { type Failure, LOG_CODES, type LogCode, type Result } from './result.ts';
export { type LogFiles, type LogStorage, MemoryStorage } from './storage.ts';
export {
  decodeBundle,
  encodeBundle,
  hashesOnLevel,
  MAX_BUNDLE_BYTES,
  MAX_ENTRY_BYTES,
  MAX_LEVEL,
  parseTilePath,
  TILE_BYTES,
  TILE_WIDTH,
  type TileFile,
  type TilePlace,
  tilePath,
  tilesOfSize,
  widthOfTile,
} from './tiles.ts';
export { type TileReader, TileTree } from './tree.ts';
export {
  type AddCheckpoint,
  formatAddCheckpoint,
  judgeAddCheckpoint,
  MAX_REQUEST_BYTES,
  parseAddCheckpoint,
  SIZE_CONTENT_TYPE,
  Witness,
  type WitnessAnswer,
  type WitnessDecision,
  type WitnessOptions,
  type WitnessRefusal,
  type WitnessState,
  type WitnessStore,
} from './witness.ts';
export { type Appended, LogWriter, type LogWriterOptions, storageSource } from './writer.ts';
