import { afterEach, describe, expect, test, vi } from 'vitest';

vi.mock('../src/crypto/node-crypto.ts', () => ({ nodeCrypto: undefined }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A short match played, closed and verified with a fresh copy of every module. */
async function playAndVerify() {
  const { openTable, playOn } = await import('./support/table.ts');
  const { closeRecord } = await import('../src/closing.ts');
  const { verify } = await import('../src/verify.ts');
  const { backend } = await import('../src/crypto/ed25519.ts');
  const { ledger, keys } = await playOn(await openTable(5, { length: 1 }), ({ ledger }) => ledger.length > 30);
  const { signNext } = await import('../src/sign-next.ts');
  if (!ledger.state.result) {
    const loser = ledger.expects.party;
    if (loser === null) throw new Error('the seed stops the match where the server must act');
    const forfeit = await signNext(ledger, {
      party: null,
      key: keys.server,
      body: { type: 'forfeit', loser, reason: 'time' },
    });
    await ledger.append({ ...forfeit, at: (ledger.events.at(-1)?.at ?? 0) + 1 });
  }
  const record = await closeRecord(ledger, keys.server);
  return { record, verified: await verify(record), platform: (await backend()).name };
}

describe('without Node, the same match has the same record', () => {
  test('in a browser with Ed25519 in WebCrypto', async () => {
    const { record, verified, platform } = await playAndVerify();
    expect(platform).toBe('webcrypto');
    expect(verified).toMatchObject({ ok: true, finalHash: record.finalHash });
  });

  test('in a browser without it, for example on a page without HTTPS', async () => {
    const inWebCrypto = await playAndVerify();
    vi.resetModules();
    vi.stubGlobal('crypto', { getRandomValues: globalThis.crypto.getRandomValues.bind(globalThis.crypto) });
    const { record, verified, platform } = await playAndVerify();
    expect(platform).toBe('pure');
    expect(verified.ok).toBe(true);
    expect(record).toEqual(inWebCrypto.record);
  });
});
