import { createHash } from 'node:crypto';
import { greetingMessage, identifyMessage, type Key, keyFromSeed, signGreeting, signIdentify } from 'bg-record';

const CHALLENGE = '000102030405060708090a0b0c0d0e0f';
const ORIGIN = 'https://backgammon.example.org';
const NOW = 1_767_225_600_000;
const ABSENCE_MS = 300_000;

/** Keys as in docs/record-format.md: the seed is the SHA-256 of a sentence. */
function keyOf(party: string): Promise<Key> {
  return keyFromSeed(createHash('sha256').update(`bg-record vectors: ${party}`).digest());
}

/** Returns an example of `identify` as Markdown, with every intermediate value. */
export async function makeIdentifyExample(): Promise<string> {
  const [server, player] = await Promise.all([keyOf('server'), keyOf('player 0')]);
  const greeting = { challenge: CHALLENGE, server: server.pub, origins: [ORIGIN], now: NOW, absenceMs: ABSENCE_MS };
  const helloSig = await signGreeting(server, greeting);
  const challenge = { challenge: CHALLENGE, origin: ORIGIN, server: server.pub };
  const sig = await signIdentify(player, challenge);
  const helloBytes = new TextDecoder().decode(greetingMessage(greeting));
  const bytes = new TextDecoder().decode(identifyMessage(challenge, player.pub));
  return [
    'The server sent:',
    '',
    fence({
      type: 'hello',
      ...greeting,
      sig: helloSig,
      protocol: 'hmac-sha256/hashchain-reveal-v2',
      version: '0.1.0',
    }),
    '',
    'The bytes that the server signed, with the line feed shown as a line break:',
    '',
    '```',
    helloBytes,
    '```',
    '',
    'The bytes that the client signs:',
    '',
    '```',
    bytes,
    '```',
    '',
    'The client’s answer:',
    '',
    fence({ type: 'identify', pub: player.pub, origin: ORIGIN, sig, name: 'Ann' }),
  ].join('\n');
}

function fence(frame: object): string {
  return ['```json', JSON.stringify(frame), '```'].join('\n');
}
