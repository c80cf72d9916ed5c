import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyFromSeed } from '../src/crypto/ed25519.ts';
import { fromHex } from '../src/crypto/hex.ts';
import {
  judgementMessage,
  leaseMessage,
  signJudgement,
  signLease,
  verifyJudgement,
  verifyLease,
} from '../src/judgement.ts';

const vectors = JSON.parse(readFileSync(new URL('../../../vectors/workers/statements.json', import.meta.url), 'utf8'));
const key = await keyFromSeed(fromHex(vectors.seed));
/** The key for the cryptography of Node.js, which knows nothing of this package. */
const spki = createPublicKey({
  key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(vectors.worker, 'hex')]),
  format: 'der',
  type: 'spki',
});

describe("a worker's statements", () => {
  it('WK7 are the vectors, byte for byte, and their signatures are valid for other implementations', async () => {
    const { lease, judgement } = vectors;
    expect(key.pub).toBe(vectors.worker);
    expect(new TextDecoder().decode(leaseMessage(lease.statement, key.pub))).toBe(lease.message);
    expect(new TextDecoder().decode(judgementMessage(judgement.statement, key.pub))).toBe(judgement.message);
    expect(await signLease(key, lease.statement)).toBe(lease.sig);
    expect(await signJudgement(key, judgement.statement)).toBe(judgement.sig);
    for (const { message, sig } of [lease, judgement])
      expect(verify(null, Buffer.from(message), spki, Buffer.from(sig, 'hex'))).toBe(true);
  });

  it('WK8 are valid for each of their members only, and one is never valid as the other', async () => {
    const { lease, judgement } = vectors;
    const other = (await keyFromSeed(new Uint8Array(32).fill(9))).pub;
    expect(await verifyLease(key.pub, lease.statement, lease.sig)).toBe(true);
    for (const change of [{ at: 1 }, { count: 9 }, { engine: 'x' }, { server: other }])
      expect(await verifyLease(key.pub, { ...lease.statement, ...change }, lease.sig)).toBe(false);
    expect(await verifyJudgement(key.pub, judgement.statement, judgement.sig)).toBe(true);
    for (const change of [{ engine: 'x' }, { ply: 1 }, { question: {} }, { result: { plays: [] } }])
      expect(await verifyJudgement(key.pub, { ...judgement.statement, ...change }, judgement.sig)).toBe(false);
    for (const worker of [other, 'no key'])
      expect([
        await verifyLease(worker, lease.statement, lease.sig),
        await verifyJudgement(worker, judgement.statement, judgement.sig),
      ]).toEqual([false, false]);
    expect(await verifyJudgement(key.pub, judgement.statement, lease.sig)).toBe(false);
  });
});
