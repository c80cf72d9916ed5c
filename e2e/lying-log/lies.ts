import type { AnalysisEntry, LogEntry, MatchEntry } from 'bg-record';
import type { PublicLogStore } from '../../packages/server/src/domain/ports/log.ts';
import { publishedLog } from '../../packages/server/src/domain/public-log/published-log.ts';
import { type HeadStore, Sequencer } from '../../packages/server/src/domain/public-log/sequencer.ts';
import { logHeadFile } from '../../packages/server/src/storage/log-head-file.ts';
import { LogFace, logSigner, ORIGIN, type Shown } from './face.ts';
import type { Site } from './readers.ts';
import { type Moment, openCopy, type RecordedService } from './service.ts';

/** The names that a reader must give. Null if the reader cannot notice the lie, and must say nothing. */
export interface Names {
  /** Each of these is said. */
  readonly all?: readonly string[];
  /** At least one of these is said. Others than `all`, `one` and `also` must not be. */
  readonly one?: readonly string[];
  readonly also?: readonly string[];
}

export interface Lie {
  readonly name: string;
  /** The service that the readers saw before the lie: none, that of yesterday, or that of today. */
  readonly memory: 'nothing' | 'yesterday' | 'today';
  readonly page: Names | null;
  readonly witness: Names | null;
  readonly audit: Names | null;
  /** The sites that the readers see, one after the other. The names are those that they say in all of them. */
  run(service: RecordedService, random: () => number): Promise<Told>;
}

export interface Told {
  readonly sites: readonly Site[];
  /** Faults of the honest part of the service, which must have stopped or gone on. */
  readonly complaints?: readonly string[];
  /** Describes the choices of the seed. */
  readonly detail: string;
  close?(): Promise<void>;
}

type Random = () => number;
const below = (random: Random, count: number) => Math.floor(random() * count);
const one = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)]!;

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  return bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
}

/** Flips one bit of each answer whose path begins and ends like this: always the same one. */
function flipping(random: Random, begin: string, end: string, part: (bytes: Uint8Array) => readonly [number, number]) {
  const place = random();
  const detail = { text: '' };
  const change = (path: string, body: Uint8Array): Uint8Array => {
    if (!path.startsWith(begin) || !path.endsWith(end)) return body;
    const [from, to] = part(body);
    const bit = from * 8 + Math.floor(place * (to - from) * 8);
    detail.text = `bit ${bit} of ${path}`;
    return flipped(body, bit);
  };
  return { change, detail };
}

const whole = (bytes: Uint8Array): readonly [number, number] => [0, bytes.length];

/** A proof is an index, hashes and an empty line; the checkpoint follows. */
function startOfCheckpoint(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf('\n\n') + 2;
}

/** Returns the begin and the end of one line of a proof, without those of the checkpoint. */
function lineOfProof(bytes: Uint8Array, place: number): readonly [number, number] {
  const head = Buffer.from(bytes)
    .subarray(0, startOfCheckpoint(bytes) - 2)
    .toString('latin1');
  const lines = head.split('\n');
  const at = Math.floor(place * lines.length);
  const from = lines.slice(0, at).reduce((sum, { length }) => sum + length + 1, 0);
  return [from, from + (lines[at]?.length ?? 0)];
}

const matchesIn = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry, at) => (entry.type === 'match' ? [{ entry, at }] : []));

const replaced = (entries: readonly LogEntry[], at: number, by: LogEntry) =>
  entries.map((entry, i) => (i === at ? by : entry));

const siteOf = async ({ answers }: Moment, entries: readonly LogEntry[]): Promise<Site> => ({
  log: await LogFace.of(entries),
  answers,
});

function invented(random: Random, { id }: MatchEntry): AnalysisEntry {
  const engine = `invented-${below(random, 1e9)}`;
  return { type: 'analysis', match: id, engine, ply: 2, report: 'ab'.repeat(32), worker: null, at: 1_790_000_000_000 };
}

/** Changes one match of the log, before anybody has seen it. */
function changing(change: (entry: MatchEntry, random: Random) => MatchEntry, last = false): Lie['run'] {
  return async ({ today }, random) => {
    const matches = matchesIn(today.entries);
    // The last match of a day has earlier matches of its players before it.
    const { entry, at } = last ? matches.at(-1)! : one(random, matches);
    const site = await siteOf(today, replaced(today.entries, at, change(entry, random)));
    return { sites: [site], detail: `match ${entry.id}, entry ${at}` };
  };
}

const HOUR = 3_600_000;
const NOTE_FORMS = ['note-encoding', 'note-form', 'note-signatures', 'checkpoint-form'] as const;
const NOTE_FAULTS = ['bad-signature', 'unknown-signers', 'wrong-origin', ...NOTE_FORMS] as const;

export const LIES: readonly Lie[] = [
  {
    name: 'a flipped bit in a tile',
    memory: 'yesterday',
    page: { all: ['wrong-tile'] },
    witness: null,
    audit: { all: ['wrong-tile'] },
    async run({ today }, random) {
      const { change, detail } = flipping(random, '/log/tile/0/', '', whole);
      return { sites: [{ log: today.face, answers: today.answers, change }], detail: detail.text };
    },
  },
  {
    name: 'a flipped bit in an entry',
    memory: 'nothing',
    page: { all: ['log-key'] },
    witness: null,
    audit: { one: ['wrong-entry', 'bundle-form'] },
    async run({ today }, random) {
      const { change, detail } = flipping(random, '/log/tile/entries/', '', whole);
      return { sites: [{ log: today.face, answers: today.answers, change }], detail: detail.text };
    },
  },
  {
    name: 'a flipped bit in a note',
    memory: 'yesterday',
    page: { one: [...NOTE_FAULTS, 'proof-form'] },
    // The service itself refuses to send a note without the form of one.
    witness: { one: ['witness-refused 400', 'witness-refused 403', 'witness-refused 404', ...NOTE_FORMS] },
    audit: { one: NOTE_FAULTS },
    async run({ today }, random) {
      const place = random();
      const bit = (bytes: Uint8Array, from: number) => from * 8 + Math.floor(place * (bytes.length - from) * 8);
      const change = (path: string, body: Uint8Array) => {
        if (path === '/log/checkpoint') return flipped(body, bit(body, 0));
        return path.endsWith('.tlog-proof') ? flipped(body, bit(body, startOfCheckpoint(body))) : body;
      };
      return { sites: [{ log: today.face, answers: today.answers, change }], detail: `at ${place}` };
    },
  },
  {
    name: 'a flipped bit in a proof',
    memory: 'today',
    page: {
      one: [
        'proof-form',
        'wrong-proof',
        'other-entry',
        'proof-entry',
        'entry-form',
        'entry-type',
        'entry-not-canonical',
        'note-form',
        'bad-signature',
        'unknown-signers',
        'index-range',
      ],
    },
    witness: null,
    audit: null,
    async run({ today }, random) {
      // The entry is most of a proof. Each line is flipped as often as the others.
      const line = random();
      const { change, detail } = flipping(random, '/records/', '.tlog-proof', (bytes) => lineOfProof(bytes, line));
      return { sites: [{ log: today.face, answers: today.answers, change }], detail: detail.text };
    },
  },
  {
    name: 'a forked tree',
    memory: 'today',
    page: { all: ['log-forked'] },
    witness: { one: ['conflict', 'witness-refused 422'] },
    audit: { all: ['contradiction'] },
    async run({ today }, random) {
      const { entry, at } = one(random, matchesIn(today.entries));
      const changed = { ...entry, ended: entry.ended + 1 + below(random, 1000) };
      const more = Array.from({ length: below(random, 3) }, () => invented(random, entry));
      const site = await siteOf(today, [...replaced(today.entries, at, changed), ...more]);
      return { sites: [site], detail: `entry ${at} changed, ${more.length} entries more` };
    },
  },
  {
    name: 'a head rolled back',
    memory: 'today',
    page: { one: ['rolled-back'], also: ['late'] },
    witness: { all: ['witness-ahead'] },
    audit: { all: ['rolled-back'] },
    async run({ today }, random) {
      const size = today.entries.length - 1 - below(random, 3);
      const site = await siteOf(today, today.entries.slice(0, size));
      return { sites: [site], detail: `${size} of ${today.entries.length} entries` };
    },
  },
  {
    name: 'an earlier head with the tiles of the newer one',
    memory: 'today',
    page: { all: ['late'] },
    witness: { all: ['witness-ahead'] },
    audit: { all: ['rolled-back'] },
    async run({ today }, random) {
      const size = today.entries.length - 1 - below(random, 3);
      const { log, answers } = await siteOf(today, today.entries.slice(0, size));
      const shown = { note: log.note, file: (path: string) => today.face.file(path), proof: log.proof.bind(log) };
      return { sites: [{ log: shown, answers }], detail: `${size} of ${today.entries.length} entries` };
    },
  },
  {
    name: 'a match dropped',
    memory: 'nothing',
    page: { all: ['late'] },
    witness: null,
    audit: {
      all: ['match-without-entry', 'player-differs', 'dice-differ'],
      also: ['row-differs', 'leaderboard-row', 'leaderboard-order', 'rating-gap', 'rating-changed'],
    },
    async run({ today }, random) {
      const { entry, at } = one(random, matchesIn(today.entries));
      const site = await siteOf(
        today,
        today.entries.filter((_, i) => i !== at),
      );
      return { sites: [site], detail: `match ${entry.id}, entry ${at}` };
    },
  },
  {
    name: 'a match entered twice',
    memory: 'nothing',
    page: null,
    witness: null,
    audit: { all: ['entry-twice'] },
    async run({ today }, random) {
      const { entry, at } = one(random, matchesIn(today.entries));
      const behind = at + 1 + below(random, today.entries.length - at);
      const entries = [...today.entries.slice(0, behind), entry, ...today.entries.slice(behind)];
      return { sites: [await siteOf(today, entries)], detail: `entry ${at} again at ${behind}` };
    },
  },
  {
    name: 'a match altered',
    memory: 'nothing',
    page: { all: ['entry-differs'] },
    witness: null,
    audit: {
      all: ['entry-differs'],
      // Players in exchanged seats enter the match with each other's ratings.
      also: ['rating-changed', 'rating-gap', 'row-differs', 'leaderboard-row', 'player-differs', 'leaderboard-order'],
    },
    run: changing((entry, random) => {
      const { result } = entry;
      const changes: readonly Partial<MatchEntry>[] = [
        { finalHash: '0'.repeat(64) },
        { result: { ...result, winner: result.winner === 0 ? 1 : 0 } },
        { result: { ...result, reason: 'abandonment' } },
        { length: entry.length + 2 },
        { created: entry.created - 1 },
        { players: [entry.players[1], entry.players[0]] },
      ];
      return { ...entry, ...one(random, changes) };
    }),
  },
  {
    name: 'a match dated back',
    memory: 'nothing',
    page: { all: ['entry-differs'] },
    witness: null,
    audit: {
      all: ['entry-differs'],
      one: ['back-dated', 'late-entry'],
      also: ['rating-changed', 'leaderboard-row', 'player-differs'],
    },
    run: changing((entry, random) => ({ ...entry, ended: entry.ended - (1 + below(random, 40)) * HOUR }), true),
  },
  {
    name: 'a rating changed',
    memory: 'nothing',
    page: null,
    witness: null,
    audit: { all: ['rating-changed'], also: ['rating-gap', 'leaderboard-row', 'player-differs', 'leaderboard-order'] },
    run: changing((entry, random) => {
      if (entry.ratings === null) throw new Error('the matches of the harness are rated');
      const seat = below(random, 2);
      const member = one(random, ['rating', 'rd', 'volatility'] as const);
      const [first, second] = entry.ratings;
      const own = seat === 0 ? first : second;
      const [head = '', digits = ''] = own.after[member].split('.');
      // More than a unit of the last digit, which platforms differ by.
      const more = String(Number(digits) + 2 + below(random, 50))
        .padStart(digits.length, '0')
        .slice(-digits.length);
      const lie = { ...own, after: { ...own.after, [member]: `${head}.${more}` } };
      return { ...entry, ratings: seat === 0 ? [lie, second] : [first, lie] };
    }),
  },
  {
    name: 'a row of the leaderboard invented',
    memory: 'today',
    page: null,
    witness: null,
    audit: { all: ['leaderboard-row'], also: ['leaderboard-order'] },
    async run({ today }, random) {
      const pub = Array.from({ length: 16 }, () => '0123456789abcdef'[below(random, 16)]).join('');
      const row = { pub, games: 9, wins: 9, rating: 1500 + below(random, 700), rd: 50, conservative: 1400 };
      const path = '/api/leaderboard?minGames=1&limit=200';
      const change = (asked: string, body: Uint8Array) => {
        if (asked !== path) return body;
        const shown = JSON.parse(new TextDecoder().decode(body));
        return new TextEncoder().encode(JSON.stringify({ ...shown, players: [row, ...shown.players] }));
      };
      return { sites: [{ log: today.face, answers: today.answers, change }], detail: `player ${pub}` };
    },
  },
  {
    name: 'a sequencer killed between two steps',
    memory: 'yesterday',
    page: null,
    witness: null,
    audit: null,
    run: killed,
  },
  {
    name: 'a database restored from yesterday',
    memory: 'today',
    page: { one: ['log-forked', 'rolled-back'], also: ['late'] },
    witness: { one: ['conflict', 'witness-ahead', 'witness-refused 422'] },
    audit: {
      one: ['contradiction', 'rolled-back'],
      also: [
        'match-without-entry',
        'player-differs',
        'dice-differ',
        'row-differs',
        'leaderboard-row',
        'leaderboard-order',
        'record-missing',
      ],
    },
    run: restored,
  },
];

class Killed extends Error {}

/** Kills a process before or after one of its steps. A dead process does nothing more. */
function mortal(store: PublicLogStore, head: HeadStore, steps: number, isAfter: boolean) {
  let left = steps;
  const wrap = <T extends object>(object: T): T => {
    const names = Object.keys(object) as (keyof T)[];
    const step =
      (name: keyof T) =>
      async (...args: unknown[]) => {
        if (left <= 0) throw new Killed();
        left -= 1;
        if (left === 0 && !isAfter) throw new Killed();
        const done: unknown = await (object[name] as (...given: unknown[]) => Promise<unknown>)(...args);
        if (left === 0) throw new Killed();
        return done;
      };
    return Object.fromEntries(names.map((name) => [name, step(name)])) as T;
  };
  return { store: wrap(store), head: wrap(head) };
}

function sequencer(store: PublicLogStore, head: HeadStore, said: string[]): Sequencer {
  const say = (_fields: object, message: string) => void said.push(message);
  return new Sequencer({
    store,
    head,
    origin: ORIGIN,
    signer: logSigner,
    processId: 'lying-log',
    isExclusive: true,
    alarms: { set: () => undefined, clear: () => undefined },
    world: {
      now: () => Date.now(),
      elapsedMs: () => performance.now(),
      randomBytes: (length) => new Uint8Array(length),
    },
    log: { info: () => undefined, warn: say, error: say },
  });
}

/** The log as the service publishes it now. */
async function shownOf(store: PublicLogStore): Promise<Shown> {
  const log = publishedLog(store, '');
  const note = await log.checkpoint();
  if (note === null) throw new Error('nothing is published');
  return { note, file: log.file, proof: log.proof };
}

const nothingKept: HeadStore = { read: async () => null, keep: async () => undefined };

/** Lives of an honest sequencer, each of which ends between two steps. Readers look after each. */
async function killed({ yesterday }: RecordedService, random: Random): Promise<Told> {
  const { store, folder, close } = await openCopy(yesterday);
  const log = store.publicLog;
  const head = logHeadFile(folder);
  const [sites, deaths]: [Site[], string[]] = [[], []];
  const { entry } = one(random, matchesIn(yesterday.entries));
  for (let life = 0; life < 3; life++) {
    for (let count = 1 + below(random, 40); count > 0; count--) await log.add(invented(random, entry), Date.now());
    const [steps, isAfter] = [1 + below(random, 24), random() < 0.5];
    deaths.push(`${isAfter ? 'after' : 'before'} step ${steps}`);
    const dying = mortal(log, head, steps, isAfter);
    await sequencer(dying.store, dying.head, [])
      .look()
      .catch((error) => {
        if (!(error instanceof Killed)) throw error;
      });
    sites.push({ log: await frozen(await shownOf(log)), answers: yesterday.answers });
  }
  const said: string[] = [];
  await sequencer(log, head, said).look();
  sites.push({ log: await shownOf(log), answers: yesterday.answers });
  const waiting = (await log.isWaiting()) ? ['the log is not complete after the last start'] : [];
  return { sites, complaints: [...said, ...waiting], detail: deaths.join(', '), close };
}

/** Readers look when the harness is done, so what they would have seen is read now. */
async function frozen(shown: Shown): Promise<Shown> {
  const { note } = shown;
  const size = Number(note.split('\n')[1]);
  const paths = [`tile/0/000.p/${size}`, `tile/entries/000.p/${size}`];
  const files = new Map(await Promise.all(paths.map(async (path) => [path, await shown.file(path)] as const)));
  return { note, proof: shown.proof, file: async (path) => files.get(path) ?? shown.file(path) };
}

/**
 * The service itself must stop, because its head file knows the newer head. A service that removed the file signs on and grows in another
 * direction.
 */
async function restored({ yesterday, today }: RecordedService, random: Random): Promise<Told> {
  const { store, close } = await openCopy(yesterday);
  const log = store.publicLog;
  const said: string[] = [];
  const { entry } = one(random, matchesIn(yesterday.entries));
  const count = 1 + below(random, 12);
  for (let left = count; left > 0; left--) await log.add(invented(random, entry), Date.now());
  const before = await log.readPublished();
  const honest = sequencer(log, logHeadFile(today.folder), said);
  await honest.look();
  const hasSigned = (await log.readPublished()) !== before;
  const complaints = [
    ...(honest.isHalted && (await log.haltReason())?.startsWith('rolled-back') ? [] : ['the service has not stopped']),
    ...(hasSigned ? ['the service has signed a contradiction'] : []),
  ];
  await log.resume();
  await sequencer(log, nothingKept, []).look();
  return {
    sites: [{ log: await shownOf(log), answers: today.answers }],
    complaints,
    detail: `${count} entries since`,
    close,
  };
}
