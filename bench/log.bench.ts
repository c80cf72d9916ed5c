// Measures a transparency log in memory on one core: entries sequenced with their tiles and signed checkpoints, proofs made
// and verified, and the answer of a witness. The limits are goals; a figure beyond its limit is marked.

import { cosigner, ed25519Signer } from '../packages/log/src/key.ts';
import { hashLeaf, verifyInclusion } from '../packages/log/src/merkle.ts';
import { openCheckpoint } from '../packages/log/src/open-checkpoint.ts';
import type { Failure } from '../packages/log/src/result.ts';
import { MemoryStorage } from '../packages/log/src/storage.ts';
import { TileTree } from '../packages/log/src/tree.ts';
import { formatAddCheckpoint, Witness, type WitnessState } from '../packages/log/src/witness.ts';
import { LogWriter, storageSource } from '../packages/log/src/writer.ts';

const ORIGIN = 'bench.example/log';
const ENTRY_BYTES = 1000;
const signer = ed25519Signer(ORIGIN, new Uint8Array(32).fill(1));

const value = <T>(result: { ok: true; value: T } | Failure): T => {
  if (!result.ok) throw new Error(result.message);
  return result.value;
};
const batch = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => new Uint8Array(ENTRY_BYTES).fill((from + i) & 255));

function row(what: string, measured: string, limit: string): void {
  console.log(`${what.padEnd(52)} ${measured.padStart(14)}   ${limit}`);
}

/** Prints a rate beside the lowest acceptable one. */
function atLeast(what: string, perSecond: number, goal: number): void {
  const text = Math.round(perSecond).toLocaleString('en-US');
  row(what, text, `${perSecond >= goal ? 'at least' : 'MISSED: at least'} ${goal.toLocaleString('en-US')}`);
}

/** Does `work` for about `ms` of processor time. Returns how often a second of processor time does it. */
async function rate(work: (round: number) => Promise<number>, ms = 3000): Promise<number> {
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  await work(-1);
  const begin = cpu();
  let done = 0;
  for (let round = 0; cpu() - begin < ms; round++) done += await work(round);
  return (1000 * done) / (cpu() - begin);
}

async function sequenced(size: number, perBatch: number): Promise<number> {
  const storage = new MemoryStorage();
  const writer = value(await LogWriter.open({ origin: ORIGIN, signer, storage }));
  if (size > 0) value(await writer.append(batch(0, size)));
  return rate(async () => {
    value(await writer.append(batch(writer.size!, perBatch)));
    return perBatch;
  });
}

console.log(`\nentries of ${ENTRY_BYTES} bytes, per second of processor time`);
row('what', 'a second', 'limit');
atLeast('sequenced, 1,000 entries a checkpoint', await sequenced(0, 1000), 1500);
atLeast('sequenced, 100 entries a checkpoint', await sequenced(0, 100), 1500);
atLeast('sequenced, 10 entries a checkpoint', await sequenced(0, 10), 1500);
atLeast('sequenced, one entry a checkpoint', await sequenced(0, 1), 150);
// The work of an append must not depend on the size of the log.
atLeast('sequenced, 100 a checkpoint, after 200,000 entries', await sequenced(200_000, 100), 1500);

const SIZE = 100_000;
const storage = new MemoryStorage();
const writer = value(await LogWriter.open({ origin: ORIGIN, signer, storage }));
const old = value(await writer.append(batch(0, SIZE - 777)));
const { note } = value(await writer.append(batch(old.size, 777)));
const checkpoint = value(openCheckpoint(note, ORIGIN, [signer.key]));
const tree = new TileTree(SIZE, checkpoint.root, storageSource(storage));
const next = (round: number) => (Math.max(0, round) * 7919) % SIZE;
const cold = () => new TileTree(SIZE, checkpoint.root, storageSource(storage));

console.log(`\na log of ${SIZE.toLocaleString('en-US')} entries, per second of processor time`);
row('what', 'a second', 'limit');
atLeast(
  'inclusion proofs from tiles that were read before',
  await rate(async (round) => {
    value(await tree.inclusionProof(next(round)));
    return 1;
  }),
  1000,
);
atLeast(
  'inclusion proofs, every tile read and verified anew',
  await rate(async (round) => {
    value(await cold().inclusionProof(next(round)));
    return 1;
  }),
  100,
);
atLeast(
  'inclusion proofs verified',
  await rate(async (round) => {
    const index = next(round) % 100;
    const proof = value(await tree.inclusionProof(index));
    for (let i = 0; i < 50; i++)
      value(verifyInclusion(index, SIZE, hashLeaf(batch(index, 1)[0]!), proof, checkpoint.root));
    return 50;
  }),
  2000,
);
atLeast(
  'entries read and verified, bundle by bundle',
  await rate(async () => {
    const own = cold();
    let count = 0;
    for (let bundle = 0; bundle < 100; bundle++) count += value(await own.entriesOfBundle(bundle)).length;
    return count;
  }),
  10_000,
);
atLeast(
  'checkpoints verified',
  await rate(async () => {
    value(openCheckpoint(note, ORIGIN, [signer.key]));
    return 1;
  }),
  150,
);

const before: WitnessState = { size: old.size, root: value(await tree.rootAt(old.size)), note: old.note };
const witness = new Witness({
  signers: [cosigner('witness.example/w', new Uint8Array(32).fill(2), () => 1_700_000_000)],
  logKeys: () => [signer.key],
  store: { read: async () => before, advance: async () => true },
});
const proof = value(await tree.consistencyProof(old.size));
const request = formatAddCheckpoint({ oldSize: old.size, proof, checkpoint: note });
atLeast(
  'requests answered by a witness with a cosignature',
  await rate(async () => {
    if ((await witness.addCheckpoint(request)).status !== 200) throw new Error('the witness refused');
    return 1;
  }),
  100,
);
