import { formatVkey } from 'tlog-kit';
import { describe, expect, test } from 'vitest';
import { entryOf, Face, firstEntry, makeRecord, signer, stranger } from '../../../session/test/log/lying-log.ts';
import { placeOffline, sortFiles } from '../../src/pages/verify/offline-log.ts';

const ownKey = formatVkey(signer.key);
const bytes = (text: string) => new TextEncoder().encode(text);
const policyOf = (key: string) => bytes(`log ${key}\nquorum none\n`);

async function provenMatch() {
  const [record, other] = [await makeRecord('match-number-100'), await makeRecord('match-number-101')];
  const face = await Face.of([await firstEntry(), entryOf(other), entryOf(record)]);
  return { record, other, proof: bytes(await face.proofAt(2)) };
}

describe('a proof beside a record in the saved verifier', () => {
  test('LW38 the saved verifier verifies the place of a match by the key of the log that it was saved with', async () => {
    const { record, other, proof } = await provenMatch();
    expect(placeOffline(record, proof, null, ownKey)).toMatchObject({
      kind: 'proven',
      isOwnLog: true,
      place: { origin: 'log.test/log', entry: 2, size: 3, imported: false, witnesses: [] },
    });
    expect(placeOffline(other, proof, null, ownKey)).toEqual({ kind: 'refused', code: 'entry-differs' });
    expect(placeOffline(record, proof, null, formatVkey(stranger.key))).toMatchObject({ kind: 'refused' });
    for (let at = 0; at < proof.length; at++) {
      const changed = proof.map((byte, i) => (i === at ? byte ^ 1 : byte));
      expect(placeOffline(record, changed, null, ownKey).kind, `byte ${at}`).toBe('refused');
    }
  });

  test('LW39 a policy beside the proof decides instead of that key, and without either nothing is judged', async () => {
    const { record, proof } = await provenMatch();
    expect(placeOffline(record, proof, null, '')).toEqual({ kind: 'no-key' });
    expect(placeOffline(record, proof, policyOf(ownKey), '')).toMatchObject({ kind: 'proven', isOwnLog: false });
    expect(placeOffline(record, proof, policyOf(formatVkey(stranger.key)), ownKey)).toMatchObject({ kind: 'refused' });
    expect(placeOffline(record, proof, bytes('nonsense\n'), ownKey)).toEqual({
      kind: 'bad-policy',
      code: 'policy-form',
    });
  });

  test('a proof and a policy are told from records by their names', async () => {
    const file = (name: string, text: string) => new File([text], name);
    const record = file('match.json', '{}');
    const sorted = await sortFiles([file('match.tlog-proof', 'proof'), file('policy.txt', 'policy'), record]);
    expect(sorted).toEqual({ records: [record], proof: bytes('proof'), policy: bytes('policy') });
    expect(await sortFiles([record])).toEqual({ records: [record], proof: null, policy: null });
  });
});
