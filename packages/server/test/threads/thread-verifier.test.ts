import { generateKey, sign, verifySignature } from 'bg-record';
import { afterAll, describe, expect, it } from 'vitest';
import { setUpVerifier } from '../../src/compose/threads-setup.ts';
import { ThreadVerifier } from '../../src/threads/thread-verifier.ts';
import { FakeLog } from '../support/fake-world.ts';

interface Check {
  readonly pub: string;
  readonly message: Uint8Array;
  readonly sig: string;
}

/** Signatures of several keys over messages of many lengths. Every second one is of a different message. */
async function makeChecks(count: number): Promise<readonly Check[]> {
  const keys = await Promise.all([generateKey(), generateKey(), generateKey()]);
  const signed = async (i: number): Promise<Check> => {
    const key = keys[i % keys.length];
    if (!key) throw new Error('no key');
    // A view of a larger buffer, as in real use.
    const message = new Uint8Array(1_000).fill(i).subarray(3, 3 + i);
    const sig = await sign(key, i % 2 === 0 ? message : Uint8Array.of(...message, 1));
    return { pub: key.pub, message, sig };
  };
  return Promise.all(Array.from({ length: count }, (_, i) => signed(i)));
}

const ask = (verifier: ThreadVerifier, checks: readonly Check[]) =>
  Promise.all(checks.map(({ pub, message, sig }) => verifier.verify(pub, message, sig)));

describe('a verifier in a thread', () => {
  const verifier = setUpVerifier(new FakeLog());
  afterAll(() => verifier.stop());

  it('agrees with the platform for every signature, in any batch', async () => {
    const checks = await makeChecks(200);
    const wanted = await Promise.all(checks.map(({ pub, message, sig }) => verifySignature(pub, message, sig)));
    expect(new Set(wanted)).toEqual(new Set([true, false]));
    expect(await ask(verifier, checks)).toEqual(wanted);
    expect(await ask(verifier, checks.slice(0, 1))).toEqual(wanted.slice(0, 1));
  });
});

describe('a verifier whose thread ends', () => {
  const log = new FakeLog();
  const script = { url: new URL('hostile-signature-thread.mjs', import.meta.url) };
  const verifier = new ThreadVerifier({ script, log });
  afterAll(() => verifier.stop());

  it('checks a signature that comes alone without it', async () => {
    const [right, wrong] = await makeChecks(2);
    expect(await ask(verifier, [right!])).toEqual([true]);
    expect(await ask(verifier, [wrong!])).toEqual([false]);
    expect(log.errors).toEqual([]);
  });

  it('verifies without it, logs an error, and starts another thread', async () => {
    const checks = await makeChecks(10);
    const wanted = checks.map((_, i) => i % 2 === 0);
    expect(await ask(verifier, checks)).toEqual(wanted);
    expect(log.errors).toHaveLength(1);
    expect(await ask(verifier, checks)).toEqual(wanted);
    expect(log.errors).toHaveLength(2);
  });

  it('verifies after a stop, too', async () => {
    const checks = await makeChecks(4);
    await verifier.stop();
    expect(await ask(verifier, checks)).toEqual([true, false, true, false]);
  });
});
