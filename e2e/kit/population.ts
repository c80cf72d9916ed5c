import { generateKey, type Key } from 'bg-record';
import { playMatch } from './play-match.ts';
import type { Policy } from './policy.ts';
import { SocketPlayer } from './socket-player.ts';

/** Ordinary and hostile names, all within the limit of 24 characters. */
export const HOSTILE_NAMES = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=al()>',
  '\u202Egnitar .wol',
  'Ann\u2069 beat you\u2067',
  'W'.repeat(24),
  '\u200F\u200F1',
  'زهراء الأنصاري',
  `Z${'\u0301'.repeat(20)}oe`,
  '\u200BBer\u2060ti\u200Dl\u3164\uFEFF',
] as const;

/** A player with a name and a page. */
interface Person {
  readonly key: Key;
  readonly name: string;
}

/** Registers a new key on the server under a name. */
export async function arrive(url: string, name: string): Promise<Person> {
  const key = await generateKey();
  const player = new SocketPlayer({ url, key, policy: { random: () => 0, double: 0, take: 0 } });
  await player.connect();
  const named = player.request({ type: 'name', name }, 'named').then(({ name: given }) => given);
  const refused = player
    .expect('error')
    .then(({ code }) => Promise.reject(new Error(`the name ${name} is refused: ${code}`)));
  const given = await Promise.race([named, refused]);
  player.leave();
  return { key, name: given };
}

export interface Population {
  readonly people: readonly Person[];
  /** Ids of the finished matches, in the order of play. */
  readonly matches: readonly string[];
}

/**
 * Each person plays rated matches against the next ones in the list. The matches go to 3 with a cube: every player doubles and no player
 * takes, so a match ends after a few rolls. The first two people also play one match to its natural end.
 */
export async function populate(
  url: string,
  names: readonly string[],
  { random, rounds }: { readonly random: () => number; readonly rounds: number },
): Promise<Population> {
  const people: Person[] = [];
  for (const name of names) people.push(await arrive(url, name));
  const matches: string[] = [];
  const play = async (pair: readonly [Person, Person], length: number, policy: Policy) => {
    const keys = [pair[0].key, pair[1].key] as const;
    const told = await playMatch(url, keys, { length, rated: true, clock: 'slow' }, policy);
    matches.push(told.match);
  };
  for (let round = 1; round <= rounds; round++)
    for (const pair of pairsAt(people, round)) await play(pair, 3, { random, double: 1, take: 0 });
  for (const pair of pairsAt(people.slice(0, 2), 1).slice(0, 1)) await play(pair, 3, { random, double: 0, take: 1 });
  return { people, matches };
}

/** Pairs each person with the person `distance` places later. */
function pairsAt(people: readonly Person[], distance: number): (readonly [Person, Person])[] {
  return people.flatMap((person, index) => {
    const other = people[(index + distance) % people.length];
    return other && other !== person ? [[person, other] as const] : [];
  });
}
