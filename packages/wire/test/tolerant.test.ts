import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { decodeServer, decodeServerStrictly, httpRoutes, type ServerType, serverMessages } from '../src/index.ts';
import { tolerant } from '../src/tolerant.ts';

const key = 'ab'.repeat(32);
const signature = 'cd'.repeat(64);
const match = 'A'.repeat(22);
const rules = { cube: true, crawford: true, jacoby: false, beavers: false };
const terms = { length: 7, rated: true, clock: 'normal', rules };
const person = { pub: key, name: 'Ann', rating: 1500.5, rd: 350, provisional: true };
const seated = { ...person, bot: false };
const seek = { seek: 'handle-1', from: person, ...terms, range: { least: 1400, most: 1600 }, since: 1 };
const live = { match, players: [seated, seated], length: 7, score: [0, 1], rated: true };
const receipt = { n: 3, head: key, seen: null, now: 5, sig: signature };
const invitation = { code: 'handle-1', ...terms, created: 1, until: 2 };
const stats = { tries: 2, solved: 1 };
const play = { hops: [[24, 18]], equity: 0.1, loss: 0, chances: [0.5, 0.1, 0, 0.2, 0] };

/** One valid message of every type from the server. The compiler demands one for a new type. */
const samples: Record<ServerType, object> = {
  hello: {
    challenge: '0'.repeat(32),
    server: key,
    origins: ['https://anchor.example'],
    sig: signature,
    succession: [{ previous: key, next: key, sig: signature }],
    protocol: 'p',
    version: '1',
    now: 0,
  },
  identified: { ...person, account: false, match: null, seek },
  account: { account: true, name: 'Ann' },
  superseded: {},
  pong: { now: 1, match, receipt },
  named: { name: 'Ann' },
  country: { country: 'DE' },
  countries: { shown: [{ pub: key, country: 'DE' }] },
  lobby: { seeks: [seek], live: [live], online: 2 },
  'lobby-change': {
    added: { seeks: [seek], live: [live] },
    removed: { seeks: ['handle-1'], live: [match] },
    online: 2,
  },
  'left-lobby': {},
  seeking: { seek: 'handle-1', since: 1 },
  unsought: {},
  pairing: { pairing: 'handle-1', opponent: person, ...terms, until: 1 },
  'pairing-accepted': { pairing: 'handle-1' },
  'pairing-over': { pairing: 'handle-1', reason: 'gone', seeking: true },
  invited: { code: 'handle-1', url: 'https://anchor.example/invite/handle-1' },
  'invite-info': { ...terms, from: person },
  challenged: { code: 'handle-1' },
  offers: {
    sent: [{ ...invitation, to: person, friend: person, state: 'open' }],
    received: [{ ...invitation, from: person, isChallenge: true, state: 'accepted' }],
  },
  people: { follows: [person], blocked: [person], recent: [person], here: [key] },
  related: { pub: key, as: 'follow' },
  turns: {
    matches: [
      {
        match,
        seat: 1,
        opponent: seated,
        length: 3,
        rated: false,
        clock: 'days3',
        score: [1, 2],
        toAct: 0,
        isAutomatic: false,
        until: 9,
      },
    ],
  },
  'rematch-offered': { match, by: 0 },
  match: { header: { id: match }, events: [{ n: 0 }], length: 1, seat: null, now: 1, receipt },
  event: { match, event: { n: 0 } },
  events: { match, events: [{ n: 0 }], length: 1, now: 1 },
  rejected: { match, n: 3, code: 'wrong-number', message: 'event 2 comes next, not 3' },
  presence: { match, seat: 0, online: false, abandonAt: 7 },
  finished: {
    match,
    result: { winner: 0, score: [7, 3], reason: 'points' },
    record: '/records/x.json',
    finalHash: key,
    ratings: [
      { before: 1500, after: 1510 },
      { before: 1500, after: 1490 },
    ],
  },
  aborted: { match, reason: 'left', proof: { n: 3, head: key, reason: 'left', sig: signature } },
  left: { match },
  unwatched: { match },
  reacted: { match, seat: 0, reaction: 'thanks' },
  puzzle: {
    puzzle: {
      date: '2026-11-21',
      position: { points: Array(24).fill(0), bar: [0, 0], off: [0, 0] },
      dice: [3, 1],
      cube: { value: 1, owner: null },
      score: [0, 0],
      length: 7,
      crawford: false,
      jacoby: false,
      beavers: false,
      choices: 16,
    },
    stats,
    streak: 1,
    yours: { rank: 0, loss: 0, play, best: [play] },
  },
  'puzzle-result': { date: '2026-11-21', rank: 0, loss: 0, best: [play], yours: play, stats, streak: 1 },
  'puzzle-days': { month: '2026-11', days: [{ date: '2026-11-21', rank: 0 }] },
  registration: { pub: key, username: 'Ann', email: 'ann@example.org' },
  confirmed: { username: 'Ann', email: 'ann@example.org' },
  mailed: { logged: true },
  subscription: { daily: true },
  'push-key': { key: `B${'A'.repeat(86)}` },
  'push-subscribed': { kinds: ['turn'] },
  'push-unsubscribed': {},
  deleted: {},
  error: { code: 'banned', message: '', ban: { what: 'key', until: null, reason: null } },
};

type Tree = Record<string, unknown>;

/** The objects of a message into which a newer server may put more, in one order. Headers and events are signed. */
function objectsOf(value: unknown): Tree[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).filter(([name]) => !['header', 'event', 'events'].includes(name));
  return [value as Tree, ...members.flatMap(([, member]) => objectsOf(member))];
}

/** Names that no schema has, also those that every object inherits. */
const unknownName = fc.oneof(
  fc.string({ minLength: 1 }).map((name) => `x-${name}`),
  fc.constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty'),
);

/** Returns JSON text with a further member in the object at this place. */
function withMember(message: object, place: number, name: string, value: unknown): string {
  const copy = structuredClone(message);
  const objects = objectsOf(copy);
  const chosen = objects[place % objects.length]!;
  // An assignment to `__proto__` would not make a member.
  Object.defineProperty(chosen, name, { value, enumerable: true });
  return JSON.stringify(copy);
}

describe('what a page understands of a newer server', () => {
  const types = Object.keys(samples) as ServerType[];
  const messages = types.map((type) => ({ type, id: 4, ...samples[type] }));

  it('DF8 an unknown member at any depth of any message does not lose the message', () => {
    for (const message of messages) expect(decodeServer(JSON.stringify(message))).toEqual({ ok: true, value: message });
    const any = fc.record({ place: fc.nat(), name: unknownName, value: fc.jsonValue() });
    fc.assert(
      fc.property(fc.constantFrom(...messages), any, (message, { place, name, value }) => {
        const text = withMember(message, place, name, value);
        expect(decodeServer(text)).toEqual({ ok: true, value: message });
        expect(decodeServerStrictly(text)).toMatchObject({ ok: false, code: 'bad-frame', id: 4 });
      }),
      { numRuns: 1_000 },
    );
  });

  it('DF9 the members that a page needs are still demanded', () => {
    for (const message of messages) {
      const schema = z.toJSONSchema(serverMessages[message.type], { unrepresentable: 'any' }) as { required: string[] };
      for (const name of schema.required) {
        const less = Object.fromEntries(Object.entries(message).filter(([member]) => member !== name));
        expect(decodeServer(JSON.stringify(less)), `${message.type} without ${name}`).toMatchObject({ ok: false });
      }
    }
  });

  it('DF10 each answer over HTTP, too, is read as documented but for unknown members', () => {
    const documented = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
    const opened = (schema: z.core.$ZodType) =>
      JSON.parse(JSON.stringify(documented(schema)), (name, value) =>
        name === 'additionalProperties' && value === false ? undefined : value,
      );
    const answers = Object.values(httpRoutes).flatMap((route) => Object.values(route.answers));
    const bodies = answers.flatMap(({ body, or }: { body?: object; or?: object }) => [body, or]);
    const schemas = bodies.flatMap((body) => (body && 'json' in body ? [body.json as z.core.$ZodType] : []));
    expect(schemas.length).toBeGreaterThan(10);
    for (const schema of [...schemas, ...Object.values(serverMessages)]) {
      const text = JSON.stringify(documented(tolerant(schema)));
      expect(text).not.toContain('"additionalProperties":false');
      expect(JSON.parse(text)).toEqual(opened(schema));
    }
  });
});
