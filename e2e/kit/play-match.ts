import type { WantedTerms } from '@anchor/wire';
import type { Key } from 'bg-record';
import type { Policy } from './policy.ts';
import { SocketPlayer } from './socket-player.ts';

/** Two keys play one match to its end. Returns the inviting player's `finished` data. */
export async function playMatch(url: string, keys: readonly [Key, Key], wanted: WantedTerms, policy: Policy) {
  const [host, guest] = keys.map((key) => new SocketPlayer({ url, key, policy }));
  if (!host || !guest) throw new Error('two players');
  await host.connect();
  const { code } = await host.request({ type: 'invite', ...wanted }, 'invited');
  await guest.connect();
  guest.send({ type: 'join', code });
  const [told] = await Promise.all([host.finished, guest.finished]);
  const faults = [...host.faults, ...guest.faults];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  for (const player of [host, guest]) player.leave();
  return told;
}
