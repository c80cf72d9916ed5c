import { fileURLToPath } from 'node:url';
import type { ServerMessageOf } from '@anchor/wire';
import { type Key, keyFromSeed } from 'bg-record';
import { createService, type Service } from '../../src/compose/service.ts';
import type { BotDecider } from '../../src/domain/bot/decide.ts';
import type { Bus, BusMessage } from '../../src/domain/bus.ts';
import type { PuzzleOfTheDay } from '../../src/domain/mailing/daily-mailing.ts';
import type { Peer } from '../../src/domain/players/presence.ts';
import type { PushSender } from '../../src/domain/ports/push.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { OwnView } from '../../src/domain/public-log/own-view.ts';
import { puzzlesFromMatches } from '../../src/domain/puzzle/from-matches.ts';
import type { Puzzle } from '../../src/domain/puzzle/puzzle.ts';
import { type PuzzleBank, Puzzles } from '../../src/domain/puzzle/puzzles.ts';
import type { ServerKeys } from '../../src/domain/server-keys.ts';
import { keySeal } from '../../src/keys/account-keys.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { FakeEvaluator, plainAnalyser, plainDecider } from './analysis.ts';
import { Calls } from './calls.ts';
import { FakeMailer } from './fake-mailer.ts';
import { FakeHub } from './fake-network.ts';
import { FakeAlarms, FakeLog, FakeWorld } from './fake-world.ts';
import { Members } from './members.ts';
import { messagesOn } from './messages.ts';

export const LINK_URL = 'https://anchor.example';
/** The puzzle bank of the release. */
export const PUZZLES = fileURLToPath(new URL('../../assets/puzzles.json.gz', import.meta.url));
export const ABANDON_MS = 120_000;
const BOT_DELAY_MS = 800;

/** The same store, whose calls are counted. */
function counted<T extends object>(store: T, calls: Calls): T {
  const part = (value: unknown) => (typeof value === 'object' && value !== null ? calls.of(value) : value);
  return Object.fromEntries(Object.entries(store).map(([name, value]) => [name, part(value)])) as T;
}

/** Less than the numbers of connections that identify themselves. */
let connections = -1_000_000;

/** A connection of the process proves the key. */
export function enter(service: Service, pub: string, peer: Peer = { supersede() {} }, knows = NOTHING) {
  return service.lobby.enter({ pub, number: ++connections, knows }, peer);
}

const NOTHING = { views: false, sessions: false };

let processes = 0;
/** A different process id each time. */
const nextProcess = () => `process-${++processes}`;

/** The same key in every run. */
export function keyOf(name: string): Promise<Key> {
  return keyFromSeed(new FakeWorld(`key of ${name}`).randomBytes(32));
}

/** A requester of a mail, from a separate network by default. */
export const by = (pub: string, network = pub) => ({ pub, network });

/** The whole domain with a real database, and with a clock and random source under the test's control. */
export interface Harness {
  readonly service: Service;
  readonly world: FakeWorld;
  readonly alarms: FakeAlarms;
  readonly log: FakeLog;
  readonly mailer: FakeMailer;
  readonly evaluator: FakeEvaluator;
  readonly bus: Bus;
  readonly store: OpenStore;
  /** The network between this process and its neighbours. */
  readonly hub: FakeHub;
  readonly serverKey: Key;
  /** Collects the messages of a topic from now on. */
  messagesOn(topic: string): BusMessage[];
  /** Has all lines between the processes arrive. */
  arrive(): Promise<void>;
  /** Advances the clock. Alarms go off in order, each at its time. */
  pass(ms: number): Promise<void>;
  /** Advances the clock until something is done that may wait for time, such as a request to another process. */
  passUntil(done: Promise<unknown>): Promise<void>;
  /** Connects the key: it enters its live match, as a connection would. */
  enter(key: Key): Peer;
  /** The process is suspended for so long. */
  suspend(ms: number): Promise<void>;
  /** The lobby as a client sees it now. */
  lobby(): Promise<ServerMessageOf<'lobby'>>;
  /** Resolves when nothing that connections or matches do is in progress. */
  idle(): Promise<void>;
  /** Another process on the same storage, which is linked with this one. Only for a harness that shares its storage. */
  neighbour(): Promise<Service>;
  /** Ends a neighbour, or the first process, at once: nothing happens there any more, and its address refuses connections. */
  kill(service: Service): void;
  /** Ends the links between a neighbour and the first process, and lets none be opened, until the returned function is called. */
  cut(neighbour: Service): () => void;
  /** Ends the process and starts another one on the same data. */
  restart(gapMs?: number, changes?: Pick<HarnessOptions, 'serverKeys'>): Promise<Harness>;
  close(): Promise<void>;
}

interface HarnessOptions {
  /** True if other processes may use the same storage. */
  readonly isShared?: boolean;
  /** Wraps the database, so that tests can let it fail. */
  readonly wrap?: (store: Store) => Store;
  readonly todaysPuzzle?: (date: string) => Promise<PuzzleOfTheDay | null>;
  readonly dailyCap?: number;
  readonly puzzleBank?: PuzzleBank;
  readonly decider?: BotDecider;
  readonly pushSender?: PushSender;
  readonly logView?: OwnView | null;
  /** Judges a puzzle by our own engine. By default every puzzle is confirmed. */
  readonly confirm?: (puzzle: Puzzle) => Promise<boolean>;
  /** Number of present workers. */
  readonly workers?: number;
  readonly serverKeys?: ServerKeys;
}

interface KeptOverRestarts {
  readonly world: FakeWorld;
  readonly folder: ReturnType<typeof temporaryFolder>;
}

/** Closes a harness and opens one whose storage other processes may use. */
export async function reopenShared(harness: Harness): Promise<Harness> {
  await harness.close();
  return openHarness({ isShared: true });
}

export function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  return build({ world: new FakeWorld(), folder: temporaryFolder() }, options);
}

async function build({ world, folder }: KeptOverRestarts, options: HarnessOptions): Promise<Harness> {
  const { isShared = false } = options;
  const now = () => world.now();
  const opened = await openStore({
    dataDir: folder.path,
    databaseUrl: null,
    prismaFolder,
    now,
    isExclusive: !isShared,
  });
  if (!opened.ok) throw new Error(opened.message);
  const store = opened.value;
  const calls = new Calls();
  const plain = isShared ? counted(store, calls) : store;
  const wrapped = options.wrap?.(plain) ?? plain;
  const alarms = new FakeAlarms(world);
  const log = new FakeLog();
  const hub = new FakeHub({ isPrompt: true });
  const serverKey = await keyOf('server');
  const mailer = new FakeMailer();
  const mail = {
    mailer,
    seal: keySeal(null),
    linkUrl: LINK_URL,
    dailyCap: options.dailyCap ?? 500,
    hourlyPerNetwork: 20,
    pause: async () => {},
  };
  const todaysPuzzle = options.todaysPuzzle ?? (async () => null);
  const bank = options.puzzleBank ?? puzzleBank(PUZZLES);
  const deepEngine = { engineId: 'engine-1', ply: 2 };
  const matches = puzzlesFromMatches({
    ...wrapped,
    engine: deepEngine,
    confirm: options.confirm ?? (async () => true),
  });
  const puzzles = new Puzzles({ store: wrapped.puzzles, matches, bank, world, log, now: () => world.now() });
  const evaluator = new FakeEvaluator();
  const workers = {
    count: async () => ({ present: options.workers ?? 0, trusted: options.workers ?? 0, distrusted: 0 }),
  };
  const analysis = { analyser: plainAnalyser, evaluator, workers, deepEngine, limitDeep: 3 };
  const common = {
    mail,
    todaysPuzzle,
    puzzles,
    analysis,
    decider: options.decider ?? plainDecider,
    pushSender: options.pushSender ?? null,
    logView: options.logView ?? null,
  };
  const parts = {
    ...common,
    store: wrapped,
    world,
    log,
    serverKeys: options.serverKeys ?? { present: serverKey, former: [], succession: [] },
    abandonMs: ABANDON_MS,
    botDelayMs: BOT_DELAY_MS,
  };
  const processId = nextProcess();
  const service = await createService({
    ...parts,
    processId,
    network: isShared ? hub.open(processId) : null,
    alarms,
  });
  await service.start();
  const { bus } = service;
  const members = new Members(service);
  const idle = async () => {
    await members.idle();
    await service.rooms.moved();
    await service.rooms.idle();
  };

  /** Of each process that runs. */
  const running = new Map([[service, { alarms, id: processId }]]);
  const takeDue = (until: number) => {
    const all = [...running.values()].map((one) => one.alarms);
    const [first] = all.sort((a, b) => (a.next() ?? Infinity) - (b.next() ?? Infinity));
    return first?.takeDue(until) ?? null;
  };
  const pass = async (ms: number): Promise<void> => {
    const until = world.now() + ms;
    for (let due = takeDue(until); due; due = takeDue(until)) {
      world.setNow(Math.max(world.now(), due.at));
      const done = Promise.resolve(due.onDue());
      // An action may wait for what another process does.
      if (running.size > 1) await Promise.race([done, arrive()]);
      else await done;
      await idle();
    }
    world.setNow(until);
  };
  const arrive = async () => {
    for (let quiet = 0; quiet < 3; quiet = hub.waiting + calls.open > 0 ? 0 : quiet + 1)
      await new Promise(setImmediate);
  };
  const passUntil = async (done: Promise<unknown>): Promise<void> => {
    let isDone = false;
    const ended = done.finally(() => {
      isDone = true;
    });
    for (await arrive(); !isDone; await arrive()) await pass(100);
    await ended;
  };
  return {
    service,
    world,
    alarms,
    log,
    mailer,
    bus,
    store,
    hub,
    serverKey,
    evaluator,
    arrive,
    pass,
    passUntil,
    idle,
    async lobby() {
      const shown = await service.lobby.snapshot();
      if ('ok' in shown) throw new Error(shown.message);
      return shown;
    },
    async suspend(ms) {
      world.setNow(world.now() + ms);
      await alarms.ring('heartbeat');
      await idle();
    },
    messagesOn: (topic) => messagesOn(bus, topic),
    enter(key) {
      const peer = { supersede() {} };
      void enter(service, key.pub, peer);
      return peer;
    },
    async neighbour() {
      const [id, own] = [nextProcess(), new FakeAlarms(world)];
      const other = await createService({ ...parts, store: plain, alarms: own, processId: id, network: hub.open(id) });
      await other.rooms.start();
      await other.lobby.start();
      running.set(other, { alarms: own, id });
      return other;
    },
    kill(gone) {
      const { id = '' } = running.get(gone) ?? {};
      running.delete(gone);
      hub.close(id);
    },
    cut(neighbour) {
      const { id = '' } = running.get(neighbour) ?? {};
      hub.deafen(id, processId);
      hub.cut(id, processId);
      hub.cut(processId, id);
      return () => hub.heal();
    },
    async restart(gapMs = 0, changes = {}) {
      await idle();
      await store.close();
      world.setNow(world.now() + gapMs);
      return build({ world, folder }, { ...options, ...changes });
    },
    async close() {
      await idle();
      await store.close();
      folder.remove();
    },
  };
}
