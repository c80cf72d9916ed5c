import { deriveDice, type Header, makeChain, PROTOCOL, sha256, type VerifiedRoll } from 'bg-record';
import { describe, expect, it } from 'vitest';
import { rollProofSteps } from '../../src/play/roll-proof-steps.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const ID = 'seal-steps-match';
const ROLLS = 40;
const header: Header = {
  format: 'bg-record/2',
  protocol: PROTOCOL,
  id: ID,
  created: 0,
  server: '00'.repeat(32),
  players: [
    { pub: '01'.repeat(32), name: 'Ann', bot: false, custody: 'own' },
    { pub: '02'.repeat(32), name: 'Bob', bot: false, custody: 'own' },
  ],
  length: 3,
  rules: { cube: true, crawford: true, jacoby: false, beavers: false },
  clock: null,
  moveMs: 86_400_000,
  absenceMs: 90_000,
  chain: ROLLS,
  rated: true,
};

const chains = [0, 1, 2].map((party) => makeChain(sha256(new Uint8Array([party, 77])), ROLLS).map(hex));

function rollNumber(roll: number): VerifiedRoll {
  const [reveal0, reveal1, serverReveal] = chains.map((chain) => chain[roll]!) as [string, string, string];
  const commitments = chains.map((chain, party) => ({ n: party, anchor: chain[0]!, nonce: '' }));
  return {
    n: 3 * roll,
    roll,
    game: 1,
    dice: deriveDice({ serverReveal, reveals: [reveal0, reveal1], id: ID, roll }),
    reveals: [reveal0, reveal1],
    serverReveal,
    link: roll,
    commitments: [commitments[0]!, commitments[1]!, commitments[2]!],
  };
}

const rolls = Array.from({ length: ROLLS }, (_, index) => rollNumber(index + 1));

describe('the computation of a roll', () => {
  it('gives the dice of the record for every roll, with every link in place', () => {
    for (const [index, roll] of rolls.entries()) {
      const steps = rollProofSteps(header, roll, rolls[index - 1] ?? null);
      expect(steps.dice).toEqual([...roll.dice]);
      expect(steps.verified).toBe(true);
      expect(steps.digest.startsWith(steps.bytes.map(({ byte }) => byte.toString(16).padStart(2, '0')).join(''))).toBe(
        true,
      );
    }
  });

  it('skips bytes from 252 on', () => {
    for (const roll of rolls) {
      for (const { byte, die } of rollProofSteps(header, roll, null).bytes) {
        expect(die).toBe(byte < 252 ? (byte % 6) + 1 : null);
      }
    }
  });

  it('checks the first link against the anchor, and later ones against the previous link', () => {
    expect(rollProofSteps(header, rolls[0]!, null).links.map(({ expected }) => expected)).toEqual(
      chains.map(([anchor]) => anchor),
    );
    expect(rollProofSteps(header, rolls[1]!, rolls[0]!).links.map(({ expected }) => expected)).toEqual(
      chains.map((chain) => chain[1]),
    );
  });

  it('detects a reveal that is not the next link', () => {
    const forged = { ...rolls[4]!, serverReveal: 'ab'.repeat(32) };
    const steps = rollProofSteps(header, forged, rolls[3]!);
    expect(steps.links.map(({ holds }) => holds)).toEqual([true, true, false]);
    expect(steps.verified).toBe(false);
  });

  it('detects dice that do not follow', () => {
    const [a, b] = rolls[4]!.dice;
    const forged = { ...rolls[4]!, dice: [(a % 6) + 1, b] as const };
    expect(rollProofSteps(header, forged, rolls[3]!).verified).toBe(false);
  });
});
