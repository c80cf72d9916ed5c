import type { SeededRandom } from '@anchor/testkit/random';
import { clientMessages } from '@anchor/wire';
import { type EventBody, type Key, type Ledger, type Party, type SignedEvent, signEvent } from 'bg-record';
import type { Hop } from 'bg-rules';

/** A frame that must change nothing: text, or bytes for a binary frame. */
export type Frame = string | Uint8Array;

export interface Scene {
  readonly random: SeededRandom;
  /** The present match. Seat 0 has to play. */
  readonly ledger: Ledger;
  /** The keys of seat 0, and of a player without a seat. */
  readonly keys: readonly [Key, Key];
}

type Make = (scene: Scene) => Frame | Promise<Frame>;

const act = ({ ledger }: Scene, event: unknown): string =>
  JSON.stringify({ type: 'act', match: ledger.header.id, event });

/** Signs anything, with any number. */
function signed(
  scene: Scene,
  body: EventBody,
  place: Partial<Pick<SignedEvent, 'n' | 'p' | 'prev'>> = {},
  key = scene.keys[0],
) {
  const { ledger } = scene;
  const event = { ...body, n: ledger.length, p: 0 as Party, prev: ledger.head, ...place };
  return signEvent(event.p === null ? event : { ...event, sent: ledger.at }, key);
}

const anyBody = ({ random }: Scene): EventBody =>
  random.pick<EventBody>([
    { type: 'commit', anchor: random.hex(64), nonce: random.hex(32) },
    { type: 'roll', reveal: random.hex(64) },
    { type: 'reveal', reveal: random.hex(64) },
    { type: 'dice', reveal: random.hex(64), dice: [6, 6] },
    { type: 'double' },
    { type: 'take' },
    { type: 'pass' },
    { type: 'beaver' },
    { type: 'accept' },
    { type: 'decline' },
    { type: 'resume', since: 0 },
    { type: 'forfeit', loser: 1, reason: 'time' },
  ]);

/** Thirteen pips with one die, or a move backwards: never legal. */
const illegalHops = ({ random }: Scene): Hop[] =>
  Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(25)).map((from) => [
    from,
    from > 13 ? from - 13 : 24,
  ]);

/** Well-signed events of the seat with the right number but illegal content. The server declares each void. */
export const VOIDED: Readonly<Record<string, Make>> = {
  'of a type that does not fit': async (scene) => act(scene, await signed(scene, { type: 'take' })),
  'an illegal play': async (scene) => act(scene, await signed(scene, { type: 'play', hops: illegalHops(scene) })),
};

export const ILLEGAL: Readonly<Record<string, Make>> = {
  'for the server’s or the other’s seat': async (scene) =>
    act(scene, await signed(scene, anyBody(scene), { p: scene.random.pick([1, null]) })),
  'from a key without a seat': async (scene) => act(scene, await signed(scene, anyBody(scene), {}, scene.keys[1])),
};

export const STALE: Readonly<Record<string, Make>> = {
  'an event of this match, again': (scene) => {
    const { at: _at, ...event } = scene.random.pick(scene.ledger.events);
    return act(scene, event);
  },
  'with its time': (scene) => act(scene, scene.random.pick(scene.ledger.events)),
  'at another place': async (scene) =>
    act(
      scene,
      await signed(scene, anyBody(scene), { n: scene.random.below(2 * scene.ledger.length) + scene.ledger.length + 1 }),
    ),
  'after another history': async (scene) =>
    act(scene, await signed(scene, { type: 'play', hops: [] }, { prev: scene.random.hex(64) })),
};

export const MALFORMED: Readonly<Record<string, Make>> = {
  'no JSON': ({ random }) => random.text(random.below(200)),
  bytes: ({ random }) => Uint8Array.from({ length: random.below(100) }, () => random.below(256)),
  'JSON that is no object': ({ random }) => random.pick(['[]', 'null', '1', '"act"', 'true', '[[[[]]]]']),
  'an unknown type': ({ random }) => JSON.stringify({ type: random.text(8), id: random.below(9) }),
  'a type from the prototype': ({ random }) =>
    JSON.stringify({ type: random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']) }),
  'deeply nested': ({ random }) => `${'{"a":'.repeat(random.below(2000))}1`,
  'deeply nested where anything may stand': (scene) => {
    const depth = scene.random.below(20_000);
    return act(scene, { n: 0 }).replace('0}}', `${'['.repeat(depth)}${']'.repeat(depth)}}}`);
  },
  'a message with wrong members': ({ random }) =>
    JSON.stringify({
      type: random.pick(Object.keys(clientMessages)),
      [`x${random.text(3)}`]: random.text(5),
      id: { a: 1 },
    }),
  'an act with a bent event': (scene) => act(scene, bend(scene)),
  'an act with a bent match': ({ random }) => JSON.stringify({ type: 'act', match: random.text(30), event: {} }),
};

/** A valid event with one changed member. */
function bend({ random, ledger }: Scene): object {
  const event: Record<string, unknown> = { ...random.pick(ledger.events) };
  const member = random.pick([...Object.keys(event), 'extra', '__proto__']);
  const value = random.pick<unknown>([
    null,
    -1,
    2 ** 53,
    1.5,
    'x',
    [],
    {},
    [[[]]],
    true,
    random.hex(64),
    Number.MAX_SAFE_INTEGER,
  ]);
  Object.defineProperty(event, member, { value, enumerable: true });
  return event;
}

/** Longer than a frame may be. */
export function oversized(random: SeededRandom): string {
  return JSON.stringify({ type: 'name', name: 'x'.repeat(65_536 + random.below(10_000)) });
}
