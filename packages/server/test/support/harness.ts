import { fileURLToPath } from 'node:url';
import type { LiveView } from '@anchor/wire';
import { type Key, keyFromSeed } from 'bg-record';
import { createService, type Service } from '../../src/compose/service.ts';
import type { BotDecider } from '../../src/domain/bot/decide.ts';
import type { Offer } from '../../src/domain/lobby/challenges.ts';
import type { Pairing } from '../../src/domain/lobby/pairing-list.ts';
import type { Wish } from '../../src/domain/lobby/wish.ts';
import type { PuzzleOfTheDay } from '../../src/domain/mailing/daily-mailing.ts';
import { type Peer, Presence } from '../../src/domain/players/presence.ts';
import type { BusMessage } from '../../src/domain/ports/bus.ts';
import type { PushSender } from '../../src/domain/ports/push.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import type { OwnView } from '../../src/domain/public-log/own-view.ts';
import { puzzlesFromMatches } from '../../src/domain/puzzle/from-matches.ts';
import type { Puzzle } from '../../src/domain/puzzle/puzzle.ts';
import { type PuzzleBank, Puzzles } from '../../src/domain/puzzle/puzzles.ts';
import { keySeal } from '../../src/keys/account-keys.ts';
import { InProcessBus } from '../../src/memory/in-process-bus.ts';
import { MemoryMap } from '../../src/memory/memory-map.ts';
import { type OpenStore, openStore } from '../../src/storage/open-store.ts';
import { puzzleBank } from '../../src/storage/puzzle-bank.ts';
import { prismaFolder, temporaryFolder } from '../storage/folders.ts';
import { FakeEvaluator, plainAnalyser, plainDecider } from './analysis.ts';
import { FakeMailer } from './fake-mailer.ts';
import { FakeNetwork } from './fake-network.ts';
import { FakeAlarms, FakeLog, FakeWorld } from './fake-world.ts';
import { Members } from './members.ts';

export const LINK_URL = 'https://anchor.example';
/** The puzzle bank of the release. */
export const PUZZLES = fileURLToPath(new URL('../../assets/puzzles.json.gz', import.meta.url));
export const ABANDON_MS = 120_000;
const BOT_DELAY_MS = 800;

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
  /** The lists that all processes share. */
  readonly lists: { readonly seeks: MemoryMap<Wish>; readonly pairings: MemoryMap<Pairing> };
  readonly bus: InProcessBus;
  readonly store: OpenStore;
  readonly serverKey: Key;
  /** Collects the messages of a topic from now on. */
  hear(topic: string): BusMessage[];
  /** Advances the clock. Alarms go off in order, each at its time. */
  pass(ms: number): Promise<void>;
  /** Connects the key: it enters its live match, as a connection would. */
  enter(key: Key): Peer;
  /** The process is suspended for so long. */
  suspend(ms: number): Promise<void>;
  /** Resolves when nothing that connections or matches do is in progress. */
  idle(): Promise<void>;
  /** Another process on the same storage and bus. */
  neighbour(): Promise<Service>;
  /** Ends the process and starts another one on the same data. */
  restart(gapMs?: number): Promise<Harness>;
  close(): Promise<void>;
}

interface HarnessOptions {
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
}

interface KeptOverRestarts {
  readonly world: FakeWorld;
  readonly folder: ReturnType<typeof temporaryFolder>;
}

export function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  return build({ world: new FakeWorld(), folder: temporaryFolder() }, options);
}

async function build({ world, folder }: KeptOverRestarts, options: HarnessOptions): Promise<Harness> {
  const opened = await openStore({ dataDir: folder.path, databaseUrl: null, prismaFolder, now: () => world.now() });
  if (!opened.ok) throw new Error(opened.message);
  const store = opened.value;
  const wrapped = options.wrap?.(store) ?? store;
  const alarms = new FakeAlarms(world);
  const log = new FakeLog();
  const bus = new InProcessBus(log);
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
  const lists = {
    seeks: new MemoryMap<Wish>(),
    pairings: new MemoryMap<Pairing>(),
    live: new MemoryMap<LiveView>(),
    offers: new MemoryMap<Offer>(),
  };
  const parts = {
    ...common,
    store: wrapped,
    bus,
    world,
    log,
    serverKeys: { present: serverKey, former: [], succession: [] },
    abandonMs: ABANDON_MS,
    botDelayMs: BOT_DELAY_MS,
    lists,
  };
  const connections = new MemoryMap<string>();
  const presence = (processId: string) => new Presence(connections, processId);
  const service = await createService({
    ...parts,
    processId: nextProcess(),
    network: null,
    presence: presence('first'),
    alarms,
  });
  await service.start();
  const members = new Members(service);
  const idle = async () => {
    await members.idle();
    await service.rooms.moved();
    await service.rooms.idle();
  };

  const pass = async (ms: number): Promise<void> => {
    const until = world.now() + ms;
    for (let due = alarms.takeDue(until); due; due = alarms.takeDue(until)) {
      world.setNow(Math.max(world.now(), due.at));
      await due.onDue();
      await idle();
    }
    world.setNow(until);
  };
  return {
    service,
    world,
    alarms,
    log,
    mailer,
    bus,
    store,
    serverKey,
    evaluator,
    lists,
    pass,
    idle,
    async suspend(ms) {
      world.setNow(world.now() + ms);
      await alarms.ring('heartbeat');
      await idle();
    },
    hear(topic) {
      const heard: BusMessage[] = [];
      bus.subscribe(topic, (message) => heard.push(message));
      return heard;
    },
    enter(key) {
      const peer = { supersede() {} };
      service.presence.enter(key.pub, peer);
      return peer;
    },
    neighbour() {
      const own = {
        presence: presence('neighbour'),
        alarms: new FakeAlarms(world),
        processId: nextProcess(),
        network: new FakeNetwork(),
      };
      return createService({ ...parts, ...own, store });
    },
    async restart(gapMs = 0) {
      await idle();
      await store.close();
      world.setNow(world.now() + gapMs);
      return build({ world, folder }, options);
    },
    async close() {
      await idle();
      await store.close();
      folder.remove();
    },
  };
}
