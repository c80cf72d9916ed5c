import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson, taggedBytes } from '../../src/canonical.ts';
import { hmacSha256, sha256Hex } from '../../src/crypto/hash.ts';
import { makeChain, playerSeed } from '../../src/dice.ts';
import { type Key, type MatchEvent, type MatchRecord, PROTOCOL } from '../../src/types.ts';
import { validNamed } from './invalid-vector.ts';
import { recordText } from './write.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const block = (text: string) => `\`\`\`\n${text}\n\`\`\`\n`;
const PARTIES = ['server', 'player 0', 'player 1'] as const;

/** The example at the beginning of the format document. */
export async function exampleSection(): Promise<string> {
  return block(recordText((await validNamed('shortest')).record).trimEnd());
}

/** The same record with every intermediate value. */
export async function workedSection(): Promise<string> {
  const { record, keys } = await validNamed('shortest');
  const trio = [keys.server, ...keys.players];
  return [
    keysPart(trio),
    headerPart(record),
    ...record.events.flatMap((event) => eventPart(event, record, trio)),
    closingPart(record),
  ].join('\n');
}

function keysPart(trio: readonly Key[]): string {
  const lines = trio.flatMap(({ seed, pub }, i) => [
    `${PARTIES[i]}: seed       ${bytesToHex(seed)}`,
    `${PARTIES[i]}: public key ${pub}`,
  ]);
  return `### Keys

A private key seed is the SHA-256 of a sentence (\`bg-record vectors: server\`, \`… player 0\`, \`… player 1\`), so anyone can compute it.

${block(lines.join('\n'))}`;
}

function headerPart({ header }: MatchRecord): string {
  return `### Header

Canonical JSON:

${block(canonicalJson(header))}
SHA-256 of \`bg-header/1\`, a line feed and that: \`${sha256Hex(taggedBytes('bg-header/1', header))}\`, which is \`prev\` of event 0.
`;
}

function eventPart(event: MatchEvent, record: MatchRecord, trio: readonly Key[]): string[] {
  const { sig, at: _at, ...unsigned } = event;
  const party = event.p === null ? 0 : event.p + 1;
  return [
    `### Event ${event.n}: ${event.type}\n`,
    ...contentPart(event, record, trio[party]!),
    `Signed by ${PARTIES[party]}, after \`bg-event/1\` and a line feed:\n\n${block(canonicalJson(unsigned))}`,
    `Signature:\n\n${block(sig)}`,
    `Hashed, after \`bg-hash/1\` and a line feed:\n\n${block(canonicalJson(event))}`,
    `Hash: \`${sha256Hex(taggedBytes('bg-hash/1', event))}\`\n`,
  ];
}

function contentPart(event: MatchEvent, record: MatchRecord, key: Key): string[] {
  if (event.type === 'commit') return [commitPart(event.nonce, record, key)];
  return event.type === 'dice' ? [dicePart(event.reveal, record)] : [];
}

function commitPart(nonce: string, { header }: MatchRecord, { seed }: Key): string {
  const chainSeed = playerSeed(seed, header.id, nonce);
  const links = makeChain(chainSeed, header.chain).map((link, i) => `c[${i}] = ${bytesToHex(link)}`);
  return `The chain, whose seed c[${header.chain}] is the HMAC-SHA-256 under the private key seed of \`bg-chain/1\\n${header.id}\\n${nonce}\`:

${block(links.join('\n'))}`;
}

function dicePart(serverReveal: string, { header, events }: MatchRecord): string {
  const [first = '', second = ''] = events.flatMap((event) =>
    event.type === 'roll' || event.type === 'reveal' ? [event.reveal] : [],
  );
  const message = [PROTOCOL, header.id, 1, 0].join('\n');
  const digest = hmacSha256(Buffer.from(serverReveal + first + second, 'hex'), utf8(message));
  const used = Array.from(digest).findIndex(
    (_, i) => Array.from(digest.subarray(0, i + 1)).filter((byte) => byte < 252).length === 2,
  );
  const bytes = Array.from(digest.subarray(0, used + 1), (byte) =>
    byte < 252 ? `${byte} mod 6 + 1 = ${(byte % 6) + 1}` : `${byte} is skipped`,
  );
  return `The HMAC-SHA-256 under the three reveals, server first, of \`${message.replaceAll('\n', '\\n')}\` (roll 1, counter 0):

${block(bytesToHex(digest))}
Its first bytes: ${bytes.join(', ')}.
`;
}

function closingPart({ header, result, finalHash, sig }: MatchRecord): string {
  return `### Closing

Signed by the server, after \`bg-final/1\` and a line feed:

${block(canonicalJson({ finalHash, id: header.id, result }))}
Signature:

${block(sig)}`;
}
