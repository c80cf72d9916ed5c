import { clientMessages } from '@anchor/wire';
import { type EventBody, type Key, type Ledger, type Party, type SignedEvent, signEvent } from 'bg-record';
import type { Hop } from 'bg-rules';
import type { Chance } from '../../../analysis/test/chance.ts';

/** A frame that must change nothing: text, or bytes for a binary frame. */
export type Frame = string | Uint8Array;

export interface Scene {
  readonly chance: Chance;
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

const anyBody = ({ chance }: Scene): EventBody =>
  chance.pick<EventBody>([
    { type: 'commit', anchor: chance.hex(64), nonce: chance.hex(32) },
    { type: 'roll', reveal: chance.hex(64) },
    { type: 'reveal', reveal: chance.hex(64) },
    { type: 'dice', reveal: chance.hex(64), dice: [6, 6] },
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
const illegalHops = ({ chance }: Scene): Hop[] =>
  Array.from({ length: 1 + chance.whole(4) }, () => 1 + chance.whole(25)).map((from) => [
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
    act(scene, await signed(scene, anyBody(scene), { p: scene.chance.pick([1, null]) })),
  'from a key without a seat': async (scene) => act(scene, await signed(scene, anyBody(scene), {}, scene.keys[1])),
};

export const STALE: Readonly<Record<string, Make>> = {
  'an event of this match, again': (scene) => {
    const { at: _at, ...event } = scene.chance.pick(scene.ledger.events);
    return act(scene, event);
  },
  'with its time': (scene) => act(scene, scene.chance.pick(scene.ledger.events)),
  'at another place': async (scene) =>
    act(
      scene,
      await signed(scene, anyBody(scene), { n: scene.chance.whole(2 * scene.ledger.length) + scene.ledger.length + 1 }),
    ),
  'after another history': async (scene) =>
    act(scene, await signed(scene, { type: 'play', hops: [] }, { prev: scene.chance.hex(64) })),
};

export const MALFORMED: Readonly<Record<string, Make>> = {
  'no JSON': ({ chance }) => chance.text(chance.whole(200)),
  bytes: ({ chance }) => Uint8Array.from({ length: chance.whole(100) }, () => chance.whole(256)),
  'JSON that is no object': ({ chance }) => chance.pick(['[]', 'null', '1', '"act"', 'true', '[[[[]]]]']),
  'an unknown type': ({ chance }) => JSON.stringify({ type: chance.text(8), id: chance.whole(9) }),
  'a type from the prototype': ({ chance }) =>
    JSON.stringify({ type: chance.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']) }),
  'deeply nested': ({ chance }) => `${'{"a":'.repeat(chance.whole(2000))}1`,
  'deeply nested where anything may stand': (scene) => {
    const depth = scene.chance.whole(20_000);
    return act(scene, { n: 0 }).replace('0}}', `${'['.repeat(depth)}${']'.repeat(depth)}}}`);
  },
  'a message with wrong members': ({ chance }) =>
    JSON.stringify({
      type: chance.pick(Object.keys(clientMessages)),
      [`x${chance.text(3)}`]: chance.text(5),
      id: { a: 1 },
    }),
  'an act with a bent event': (scene) => act(scene, bend(scene)),
  'an act with a bent match': ({ chance }) => JSON.stringify({ type: 'act', match: chance.text(30), event: {} }),
};

/** A valid event with one changed member. */
function bend({ chance, ledger }: Scene): object {
  const event: Record<string, unknown> = { ...chance.pick(ledger.events) };
  const member = chance.pick([...Object.keys(event), 'extra', '__proto__']);
  const value = chance.pick<unknown>([
    null,
    -1,
    2 ** 53,
    1.5,
    'x',
    [],
    {},
    [[[]]],
    true,
    chance.hex(64),
    Number.MAX_SAFE_INTEGER,
  ]);
  Object.defineProperty(event, member, { value, enumerable: true });
  return event;
}

/** Longer than a frame may be. */
export function oversized(chance: Chance): string {
  return JSON.stringify({ type: 'name', name: 'x'.repeat(65_536 + chance.whole(10_000)) });
}
