import { randomBytes } from 'node:crypto';
import { type ClientMessage, type ClientType, COUNTRIES_AT_ONCE, type WantedSeek } from '@anchor/wire';
import { Ledger, Seat, signDeletion } from 'bg-record';
import { type Flood, type Place, pick, type Scene } from './flood.ts';
import { Flooder } from './flooder.ts';
import { flooderKey, openInvite, type Pool, SERVICE, strangerKey } from './known.ts';

type Make = (flooder: Flooder) => ClientMessage | Promise<ClientMessage>;

interface Recipe {
  /** The keys of the connections. Null if they prove none. Default: guests. */
  readonly pool?: Pool | null;
  /** Messages before the flood. */
  readonly before?: readonly Make[];
  /** The messages of a connection, again and again. */
  readonly messages: readonly [Make, ...Make[]];
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const now = () => new Date().toISOString();
const today = () => now().slice(0, 10);
/** The largest cost of a message without a cost of its own is what a connection may send a hundred times a second. */
const TOKEN_MS = 10;
const PAGES_FROM = 20_000 - 256;

/** Another guest, each time a different one. */
const someone = async ({ index, scene, asked }: Flooder) =>
  (await flooderKey('guest', (index + 1 + asked) % scene.connections)).pub;
/** The other one of two accounts. */
const neighbour = async ({ index, scene }: Flooder) =>
  (await flooderKey('account', (index ^ 1) % scene.connections)).pub;
const address = () => `${hex(8)}@example.org`;
/** A seek that meets no other, so that it stays open. */
const wanted = (): WantedSeek => ({
  length: 1 + Math.floor(Math.random() * 25),
  rated: Math.random() < 0.5,
  clock: pick(['fast', 'normal', 'slow']),
  range: { least: 5000, most: 5000 },
});
const lobby: Make = () => ({ type: 'lobby' });
const seek: Make = () => ({ type: 'seek', ...wanted() });
/** All connections seek the same, so that they are paired. */
const seekAnyone: Make = () => ({ type: 'seek', length: 1, rated: false, clock: 'fast' });
const invite: Make = () => ({ type: 'invite', length: 25, rated: true, clock: 'slow' });
/** An open game by correspondence. */
const post: Make = () => ({ type: 'invite', length: 25, rated: false, clock: 'days7', post: true });
const codeOf = ({ answer }: Flooder) => {
  if (answer?.type === 'offers') return answer.sent[0]?.code ?? 'no-invitation';
  return answer?.type === 'invited' || answer?.type === 'challenged' ? answer.code : 'no-invitation';
};
const prepareOpen: Make = (flooder) => ({
  type: 'prepare',
  code: codeOf(flooder),
  anchor: '11'.repeat(32),
  nonce: '22'.repeat(16),
});
const withdraw: Make = (flooder) => ({ type: 'withdraw-offer', code: codeOf(flooder) });
const challenge: Make = async (flooder) => ({
  type: 'challenge',
  pub: await someone(flooder),
  length: 25,
  rated: true,
  clock: 'days7',
});
/** The open invitation of another account, which is accepted and declined in turn. */
const otherInvite = ({ index, scene }: Flooder) => openInvite((index + 1) % scene.connections);
const accept: Make = (flooder) => ({ type: 'accept-later', code: otherInvite(flooder) });
const decline: Make = (flooder) => ({ type: 'decline-offer', code: otherInvite(flooder) });
const playBot: Make = () => ({ type: 'play-bot', length: 25, clock: 'slow', level: 'expert' });
const watch: Make = ({ scene }) => ({ type: 'watch', match: pick(scene.live) });
const subscribePush: Make = ({ scene: _scene, index, asked }) => ({
  type: 'push-subscribe',
  endpoint: `https://${SERVICE.pushService}/${index}/${asked % 9}`,
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  key: `B${'A'.repeat(86)}`,
  kinds: ['turn', 'opponent', 'challenge'],
});
const keyOf = ({ key }: Flooder) => {
  if (!key) throw new Error('this connection has no key');
  return key;
};

/** A well-formed event of another's match. */
const strangeEvent: Make = ({ scene, asked }) => ({
  type: 'act',
  match: pick(scene.live),
  event: { n: 3 + (asked % 500), p: 0, type: 'roll', reveal: hex(32), prev: hex(32), sent: Date.now(), sig: hex(64) },
});

/**
 * A flood of each message type. Each message does as much work in the server as a key without a finished match can cause
 * with this type. Some types alternate with the one that undoes them.
 */
const recipes: { readonly [Type in ClientType]: Recipe } = {
  identify: {
    pool: null,
    messages: [
      async ({ proof, index }) => ({
        type: 'identify',
        pub: (await flooderKey('guest', index)).pub,
        origin: proof.origin,
        sig: hex(31).padEnd(128, '0'),
      }),
    ],
  },
  ping: { messages: [({ scene }) => ({ type: 'ping', match: pick(scene.live) })] },
  name: { messages: [() => ({ type: 'name', name: hex(12) })] },
  country: { messages: [({ asked }) => ({ type: 'country', country: asked % 2 === 0 ? 'DE' : 'FR' })] },
  countries: {
    messages: [
      ({ asked }) => ({
        type: 'countries',
        pubs: Array.from({ length: COUNTRIES_AT_ONCE }, (_, n) => strangerKey(asked * 7919 + n * 199)),
      }),
    ],
  },
  lobby: { before: [seek], messages: [lobby] },
  'leave-lobby': { messages: [() => ({ type: 'leave-lobby' }), lobby] },
  seek: { before: [lobby], messages: [seek] },
  unseek: { before: [lobby, seek], messages: [() => ({ type: 'unseek' }), seek] },
  'accept-seek': {
    before: [seek],
    messages: [
      lobby,
      ({ answer }) => ({
        type: 'accept-seek',
        seek: answer?.type === 'lobby' && answer.seeks.length > 0 ? pick(answer.seeks).id : 'no-such-seek',
      }),
    ],
  },
  'accept-pairing': { messages: [seekAnyone, ({ pairing }) => ({ type: 'accept-pairing', pairing })] },
  'decline-pairing': { messages: [seekAnyone, ({ pairing }) => ({ type: 'decline-pairing', pairing })] },
  invite: { messages: [invite, withdraw, post, withdraw] },
  posted: { messages: [() => ({ type: 'posted' })] },
  'invite-info': { pool: 'account', messages: [(flooder) => ({ type: 'invite-info', code: otherInvite(flooder) })] },
  join: { pool: 'account', messages: [(flooder) => ({ type: 'join', code: otherInvite(flooder) })] },
  challenge: { messages: [challenge] },
  offers: { pool: 'account', messages: [() => ({ type: 'offers' })] },
  'accept-later': { pool: 'account', messages: [accept, decline] },
  'decline-offer': { pool: 'account', before: [accept], messages: [decline, accept] },
  'withdraw-offer': { messages: [challenge, withdraw] },
  prepare: { before: [post], messages: [prepareOpen, withdraw, post] },
  people: { messages: [() => ({ type: 'people' })] },
  relate: {
    messages: [
      async ({ index, scene, asked }) => ({
        type: 'relate',
        pub: (await flooderKey('account', (index + 1) % scene.connections)).pub,
        as: asked % 2 === 0 ? null : 'block',
      }),
    ],
  },
  say: {
    pool: 'account',
    before: [async (flooder) => ({ type: 'relate', pub: await neighbour(flooder), as: 'follow' })],
    messages: [async (flooder) => ({ type: 'say', pub: await neighbour(flooder), reaction: 'hello' })],
  },
  complain: { messages: [({ scene }) => ({ type: 'complain', match: scene.longMatch, about: 'name' })] },
  turns: { messages: [() => ({ type: 'turns' })] },
  'play-bot': { messages: [playBot] },
  rematch: { messages: [({ scene }) => ({ type: 'rematch', match: scene.longMatch })] },
  watch: { messages: [({ scene }) => ({ type: 'watch', match: scene.longMatch })] },
  unwatch: { messages: [watch, ({ scene }) => ({ type: 'unwatch', match: pick(scene.live) })] },
  act: { messages: [strangeEvent] },
  leave: { messages: [({ scene }) => ({ type: 'leave', match: pick(scene.live) })] },
  sync: {
    messages: [({ scene }) => ({ type: 'sync', match: scene.longMatch, from: Math.floor(Math.random() * PAGES_FROM) })],
  },
  react: { messages: [({ scene }) => ({ type: 'react', match: scene.longMatch, reaction: 'hello' })] },
  puzzle: { messages: [() => ({ type: 'puzzle', date: today() })] },
  'puzzle-attempt': { messages: [() => ({ type: 'puzzle-attempt', date: today(), hops: [[1, 24]] })] },
  'puzzle-days': { messages: [() => ({ type: 'puzzle-days', month: now().slice(0, 7) })] },
  'puzzle-streak': { messages: [() => ({ type: 'puzzle-streak' })] },
  register: {
    messages: [
      (flooder) => {
        const { pub, seed } = keyOf(flooder);
        const part = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
        const jwk = { kty: 'OKP', crv: 'Ed25519', x: part(Buffer.from(pub, 'hex')), d: part(seed) } as const;
        return { type: 'register', username: hex(12), email: address(), jwk };
      },
    ],
  },
  registration: { messages: [() => ({ type: 'registration', token: hex(24) })] },
  'confirm-account': { messages: [() => ({ type: 'confirm-account', token: hex(24) })] },
  'confirm-code': { messages: [() => ({ type: 'confirm-code', code: '000000' })] },
  'change-address': { pool: 'account', messages: [() => ({ type: 'change-address', email: address() })] },
  'sign-in-link': { messages: [() => ({ type: 'sign-in-link', email: address() })] },
  subscribe: { messages: [() => ({ type: 'subscribe', email: address() })] },
  subscription: { pool: 'account', messages: [() => ({ type: 'subscription' })] },
  'end-subscription': { pool: 'account', messages: [() => ({ type: 'end-subscription' })] },
  'turn-mails': { pool: 'account', messages: [({ asked }) => ({ type: 'turn-mails', on: asked % 2 === 0 })] },
  'push-key': { messages: [() => ({ type: 'push-key' })] },
  'push-subscribe': { messages: [subscribePush] },
  'push-unsubscribe': {
    messages: [
      subscribePush,
      ({ index }) => ({ type: 'push-unsubscribe', endpoint: `https://${SERVICE.pushService}/${index}/0` }),
    ],
  },
  'delete-account': {
    messages: [
      async (flooder) => ({
        type: 'delete-account',
        confirm: 'delete my account',
        sig: await signDeletion(keyOf(flooder), flooder.proof),
      }),
    ],
  },
};

/** The first event of the own match. Without it the server would call the match off. */
const commit: Make = async (flooder) => {
  const { shown } = flooder;
  if (!shown) throw new Error('the match has not begun');
  const { header, events } = shown;
  const ledger = new Ledger(header);
  for (const event of events) await ledger.append(event);
  return { type: 'act', match: header.id, event: { ...(await new Seat(keyOf(flooder), header, 0).commit(ledger)) } };
};

/** A flood by the player of a match, whose pings the server signs and serves before the requests of others. */
const seats = {
  'own-ping': {
    before: [playBot, commit],
    messages: [({ shown }) => ({ type: 'ping', match: shown?.header.id })],
  },
} satisfies Readonly<Record<string, Recipe>>;

type MessageFlood = ClientType | keyof typeof seats;
const all: Readonly<Record<MessageFlood, Recipe>> = { ...recipes, ...seats };
export const socketFloods = Object.keys(all).filter((name): name is MessageFlood => Object.hasOwn(all, name));

class SocketFlood implements Flood {
  readonly everyMs: number;
  readonly #scene: Scene;
  readonly #recipe: Recipe;
  readonly #flooders = new Map<Place['index'], Flooder>();

  constructor(scene: Scene, recipe: Recipe, everyMs: number) {
    this.#scene = scene;
    this.#recipe = recipe;
    this.everyMs = everyMs;
  }

  async open(place: Place): Promise<void> {
    const { pool = 'guest', before = [] } = this.#recipe;
    const key = pool && (await flooderKey(pool, place.index));
    const flooder = await Flooder.open(this.#scene, place, key);
    this.#flooders.set(place.index, flooder);
    for (const make of before) await flooder.ask(await make(flooder));
  }

  async ask(place: Place): Promise<string> {
    const flooder = this.#flooders.get(place.index);
    if (!flooder) throw new Error('the place is not open');
    const { before = [], messages } = this.#recipe;
    const make = messages[(flooder.asked - before.length) % messages.length] ?? messages[0];
    return flooder.ask(await make(flooder));
  }
}

/** A flood of messages. */
export function socketFlood(scene: Scene, name: MessageFlood): Flood {
  return new SocketFlood(scene, all[name], TOKEN_MS);
}
