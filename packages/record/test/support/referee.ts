import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import type { MatchEvent, MatchRecord } from '../../src/types.ts';

/**
 * A second, simple implementation of the format's hashes, signatures, chains and dice, which shares no code
 * with the package. Returns the first fault, or null. It knows no rules of backgammon.
 */
export function refereeFault({ header, events, result, finalHash, sig }: MatchRecord): string | null {
  const keys = [header.players[0].pub, header.players[1].pub, header.server];
  const chains: { last: string; used: number }[] = [];
  let prev = sha256(`bg-header/1\n${canonical(header)}`);
  let rolls = 0;
  for (const [n, event] of events.entries()) {
    const party = event.p ?? 2;
    if (event.n !== n || event.prev !== prev) return `event ${n} does not follow`;
    const { sig: eventSig, at: _, ...unsigned } = event;
    if (!isSigned(keys[party]!, `bg-event/1\n${canonical(unsigned)}`, eventSig)) return `event ${n} is not signed`;
    if (event.type === 'commit') chains[party] = { last: event.anchor, used: 0 };
    for (const link of linksIn(event)) {
      const chain = chains[party]!;
      if (header.dice === 'advance' && event.type === 'roll' && link === chain.last) continue;
      if (createHash('sha256').update(Buffer.from(link, 'hex')).digest('hex') !== chain.last)
        return `event ${n} reveals another chain`;
      chains[party] = { last: link, used: chain.used + 1 };
      if (chain.used + 1 > header.chain) return `event ${n} reveals more links than there are`;
    }
    if (event.type === 'dice' && new Set(chains.map(({ used }) => used)).size > 1) return `chains differ at ${n}`;
    if (
      event.type === 'dice' &&
      diceOf(
        header.id,
        ++rolls,
        chains.map(({ last }) => last),
      ) !== event.dice.join()
    )
      return `dice ${n} differ`;
    prev = sha256(`bg-hash/1\n${canonical(event)}`);
  }
  if (prev !== finalHash) return 'the final hash differs';
  const closing = canonical({ finalHash, id: header.id, result });
  return isSigned(header.server, `bg-final/1\n${closing}`, sig) ? null : 'the closing is not signed';
}

/** The links that an event reveals. */
function linksIn(event: MatchEvent): string[] {
  if ('reveal' in event) return [event.reveal];
  return event.type === 'play' && event.ahead !== undefined ? [event.ahead] : [];
}

function diceOf(id: string, roll: number, [player0, player1, server]: string[]): string {
  const key = Buffer.from(`${server}${player0}${player1}`, 'hex');
  const digest = createHmac('sha256', key).update(`hmac-sha256/hashchain-reveal-v2\n${id}\n${roll}\n0`).digest();
  return [...digest]
    .filter((byte) => byte < 252)
    .slice(0, 2)
    .map((byte) => (byte % 6) + 1)
    .join();
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function isSigned(pub: string, text: string, sig: string): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(pub, 'hex').toString('base64url') };
  return verify(null, Buffer.from(text, 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(sig, 'hex'));
}

/**
 * Canonical JSON for the values in records: members sorted, integers, and text that JSON.stringify writes
 * canonically.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `"${name}":${canonical(member)}`).join()}}`;
}
