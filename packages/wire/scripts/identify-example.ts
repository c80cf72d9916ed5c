import { createHash } from 'node:crypto';
import { identifyMessage, type Key, keyFromSeed, signIdentify } from 'bg-record';

const CHALLENGE = '000102030405060708090a0b0c0d0e0f';

/** The keys of docs/record-format.md: the seed is the SHA-256 of a sentence. */
function keyOf(party: string): Promise<Key> {
  return keyFromSeed(createHash('sha256').update(`bg-record vectors: ${party}`).digest());
}

/** A proof of a key with every value on the way to it. */
export async function makeIdentifyExample(): Promise<string> {
  const [server, player] = await Promise.all([keyOf('server'), keyOf('player 0')]);
  const challenge = { challenge: CHALLENGE, server: server.pub };
  const sig = await signIdentify(player, challenge);
  const bytes = new TextDecoder().decode(identifyMessage(challenge, player.pub));
  return [
    'The server said:',
    '',
    fence({
      ...{ type: 'hello', ...challenge, protocol: 'hmac-sha256/hashchain-reveal-v2', version: '0.1.0' },
      now: 1_767_225_600_000,
    }),
    '',
    'The bytes to sign, the line feed shown as one:',
    '',
    '```',
    bytes,
    '```',
    '',
    'The answer:',
    '',
    fence({ type: 'identify', pub: player.pub, sig, name: 'Ann' }),
  ].join('\n');
}

function fence(frame: object): string {
  return ['```json', JSON.stringify(frame), '```'].join('\n');
}
