import { FIRST_SKIPPED_BYTE, type Header, hmacSha256, PROTOCOL, sha256, type VerifiedRoll } from 'bg-record';

/** One party's part in a roll. */
export interface RollProofLink {
  /** The event in which the party committed to its chain. */
  readonly commitEvent: number;
  readonly anchor: string;
  readonly reveal: string;
  /** The expected hash of the reveal: the party's previous reveal, or the anchor. */
  readonly expected: string;
  /** The SHA-256 of the reveal, computed in this page. */
  readonly hash: string;
  readonly holds: boolean;
}

/** A byte of the digest, and its die. The byte is skipped if it is 252 or more. */
export interface RollProofByte {
  readonly byte: number;
  readonly die: number | null;
}

/** The computation of one roll from its reveals. */
export interface RollProofSteps {
  /** Player 0, player 1, the server. */
  readonly links: readonly [RollProofLink, RollProofLink, RollProofLink];
  readonly key: string;
  readonly message: string;
  readonly digest: string;
  /** The bytes up to the second die. */
  readonly bytes: readonly RollProofByte[];
  readonly dice: readonly number[];
  /** True if every link is correct and the dice are those of the record. */
  readonly verified: boolean;
}

type Reveals = readonly [string, string, string];

/**
 * Recomputes a roll.
 *
 * @param before the previous roll, or null for the first
 */
export function rollProofSteps(header: Header, roll: VerifiedRoll, before: VerifiedRoll | null): RollProofSteps {
  const reveals = revealsOf(roll);
  const earlier = before && roll.link > 1 ? revealsOf(before) : null;
  const linkOf = (party: 0 | 1 | 2) => sealLink(roll.commitments[party], reveals[party], earlier?.[party]);
  const links = [linkOf(0), linkOf(1), linkOf(2)] as const;
  const key = reveals[2] + reveals[0] + reveals[1];
  const { message, digest, bytes } = drawDice(key, header.id, roll.roll);
  const dice = bytes.flatMap(({ die }) => (die === null ? [] : [die]));
  const verified = links.every(({ holds }) => holds) && dice.join() === roll.dice.join();
  return { links, key, message, digest, bytes, dice, verified };
}

function revealsOf({ reveals, serverReveal }: VerifiedRoll): Reveals {
  return [reveals[0], reveals[1], serverReveal];
}

function sealLink(
  commitment: VerifiedRoll['commitments'][number],
  reveal: string,
  before: string | undefined,
): RollProofLink {
  const { n, anchor } = commitment;
  const expected = before ?? anchor;
  const hash = toHex(sha256(fromHex(reveal)));
  return { commitEvent: n, anchor, reveal, expected, hash, holds: hash === expected };
}

/** Returns the first digest that gives two dice, with its bytes up to them. It is almost always the first digest. */
function drawDice(key: string, id: string, roll: number) {
  const bytes: RollProofByte[] = [];
  for (let counter = 0; ; counter++) {
    const message = `${PROTOCOL}\n${id}\n${roll}\n${counter}`;
    const digest = hmacSha256(fromHex(key), new TextEncoder().encode(message));
    for (const byte of digest) {
      bytes.push({ byte, die: byte < FIRST_SKIPPED_BYTE ? (byte % 6) + 1 : null });
      if (bytes.filter(({ die }) => die !== null).length === 2) return { message, digest: toHex(digest), bytes };
    }
  }
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
