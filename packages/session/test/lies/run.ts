import { clockPreset, FORMAT, type Header, keyFromSeed, PROTOCOL } from 'bg-record';
import type { Player } from 'bg-rules';
import { MemoryStore } from '../support/memory.ts';
import {
  evidenceOf,
  neverAnew,
  neverBelieved,
  neverDropped,
  neverForgotten,
  neverHurried,
  neverInAnothersSeat,
  neverKeptOut,
  neverNamed,
  neverRefunded,
  neverShort,
  neverSilenced,
  overchargedMs,
} from './judge.ts';
import { LIES, Liar, type Lie, type Plan } from './liar.ts';
import { Page, type PageParts } from './page.ts';
import { Tree } from './tree.ts';
import { World } from './world.ts';

const CREATED = 1_790_000_000_000;
const HOUR_MS = 3_600_000;
/** The absence in the server's signed greeting. */
const GREETED_MS = 120_000;

/** The result of one seed. */
export interface Outcome {
  readonly seed: number;
  readonly kind: 'honest' | 'lying';
  /** The promises that were broken. */
  readonly broken: readonly string[];
  /** The server's actions, in order. */
  readonly moves: readonly string[];
  readonly halted: string | null;
  /** The warnings that the pages showed. */
  readonly warnings: readonly string[];
  readonly events: number;
}

/** Every fourth server is honest, and the environment fails instead. */
export function runSeed(seed: number): Promise<Outcome> {
  return seed % 4 === 0 ? runHonest(seed) : runLying(seed);
}

async function keysOf() {
  const seedOf = (byte: number) => new Uint8Array(32).fill(byte);
  const [server, one, other] = [
    await keyFromSeed(seedOf(1)),
    await keyFromSeed(seedOf(2)),
    await keyFromSeed(seedOf(3)),
  ];
  return { server, players: [one, other] as const };
}

type Keys = Awaited<ReturnType<typeof keysOf>>;

function headerOf(world: World, seed: number, { server, players }: Keys): Header {
  const isTimed = world.chance(0.8);
  const [one, other] = players;
  return {
    format: FORMAT,
    protocol: PROTOCOL,
    id: `lies-${String(seed).padStart(12, '0')}`,
    created: CREATED,
    server: server.pub,
    players: [
      { pub: one.pub, name: 'Ada', bot: false, custody: 'own' },
      { pub: other.pub, name: 'Bo', bot: false, custody: 'own' },
    ],
    length: 0,
    rules: { cube: true, crawford: false, jacoby: true, beavers: true },
    clock: isTimed ? clockPreset('normal', 0) : null,
    absenceMs: GREETED_MS,
    moveMs: isTimed ? null : HOUR_MS,
    chain: 256,
    rated: false,
  };
}

/** Makes the pages of a seed. A page with a store that another page had is that page after a reload. */
function makerOf(common: Pick<PageParts, 'header' | 'world' | 'server' | 'surroundings'>, { players }: Keys) {
  return (seat: Player, name: string, store = new MemoryStore()) =>
    new Page({ ...common, name, seat, key: players[seat], store, greetedMs: GREETED_MS });
}

async function runLying(seed: number): Promise<Outcome> {
  const world = new World(seed, CREATED);
  const keys = await keysOf();
  const plan = planOf(world);
  const honest = headerOf(world, seed, keys);
  const isShort = plan['short-absence'] !== undefined;
  const header = isShort ? { ...honest, absenceMs: world.pick([1_000, 119_999, 121_000]) } : honest;
  const tree = new Tree(header);
  const moves: string[] = [];
  const colluder: Player | null = world.chance(0.7) ? 1 : null;
  moves.push(`plan ${JSON.stringify(plan)}`);
  const server = new Liar({ world, header, keys, plan, tree, colluder, log: moves });
  if (world.chance(0.2)) server.rate = 1 + world.between(5, 60) / 100;
  const surroundings = { latencyMs: () => world.between(20, 120), thinkMs: () => world.between(300, 6_000) };
  const make = makerOf({ header, world, server, surroundings }, keys);
  const pages: Page[] = [make(0, 'Ada')];
  if (colluder === null) pages.push(make(1, 'Bo'));
  server.bring = (seat) => {
    const mine = pages.filter((page) => page.seat === seat);
    if (mine.length >= 3) return null;
    const page = make(seat, `${seat === 0 ? 'Ada' : 'Bo'} on device ${mine.length + 1}`);
    pages.push(page);
    return page;
  };
  await server.start();
  for (const page of pages) page.connect();
  const isDone = () => server.isOver || pages.every((page) => page.view.halted) || longest(pages) > 160;
  await world.run(isDone, 900_000);
  await world.run(() => false, 20_000);
  const broken = [];
  for (const seat of [0, 1] as const)
    broken.push(
      ...(await neverNamed(
        tree,
        seat,
        pages.filter((page) => page.seat === seat),
      )),
    );
  for (const page of pages) {
    broken.push(
      ...neverAnew(tree, page),
      ...neverInAnothersSeat(tree, page),
      ...(await neverBelieved(header, page)),
      ...neverHurried(header, page),
      ...neverForgotten(page),
      ...neverKeptOut(header, page),
      ...(await neverDropped(page)),
      ...neverRefunded(page),
      ...neverSilenced(page),
      ...neverShort(header, GREETED_MS, page),
    );
    const overMs = overchargedMs(header, page);
    if (overMs > 31_000 && page.warnings.size === 0 && !page.view.warning && !page.view.halted)
      broken.push(`(d) ${page.name} was charged ${Math.round(overMs / 1_000)} s too much and not warned`);
    broken.push(...pageFaults(page));
  }
  return outcome(seed, 'lying', broken, moves, pages);
}

/** A page that fails by itself proves nothing. */
function pageFaults(page: Page): string[] {
  return page.view.halted?.code === 'page-fault' ? [`${page.name} made a mistake of its own`] : [];
}

function planOf(world: World): Plan {
  const count = world.between(1, 5);
  const plan: Partial<Record<Lie, number>> = {};
  for (let i = 0; i < count; i++) plan[world.pick(LIES)] = world.between(2, 30) / 100;
  if (world.chance(0.03)) plan['short-absence'] = 1;
  return plan;
}

/**
 * Runs an honest server and honest players, while the network, the devices and the service itself fail now and then.
 */
async function runHonest(seed: number): Promise<Outcome> {
  const world = new World(seed, CREATED);
  const keys = await keysOf();
  const header = headerOf(world, seed, keys);
  const tree = new Tree(header);
  const moves: string[] = [];
  const server = new Liar({ world, header, keys, plan: {}, tree, colluder: null, log: moves });
  const isSlow = world.chance(0.3);
  const surroundings = {
    latencyMs: () =>
      isSlow && world.chance(0.05) ? world.between(1_000, 9_000) : world.between(20, isSlow ? 1_500 : 120),
    thinkMs: () => world.between(300, 4_000),
  };
  const make = makerOf({ header, world, server, surroundings }, keys);
  const pages = [make(0, 'Ada'), make(1, 'Bo')];
  await server.start();
  for (const page of pages) page.connect();
  const isDone = () => server.isOver || longest(pages) > 1_500;
  const trouble = () => {
    if (isDone()) return;
    world.after(world.between(4_000, 40_000), async () => {
      moves.push(`${((world.now - CREATED) / 1_000).toFixed(1)} s: ${happen(world, server, pages, make)}`);
      trouble();
    });
  };
  trouble();
  const isEnded = await world.run(isDone, 6 * HOUR_MS);
  await world.run(() => false, 30_000);
  const broken: string[] = [];
  for (const seat of [0, 1] as const)
    broken.push(
      ...(await neverNamed(
        tree,
        seat,
        pages.filter((page) => page.seat === seat),
      )),
    );
  for (const page of pages) {
    broken.push(...neverAnew(tree, page), ...neverInAnothersSeat(tree, page));
    const { halted } = page.view;
    if (halted) broken.push(`(e) ${page.name} stopped at an honest server: ${halted.code}`);
    const { findings } = await evidenceOf(page);
    if (findings.length > 0) broken.push(`(e) the evidence of ${page.name} convicts: ${findings.join()}`);
    broken.push(...neverSilenced(page), ...(await neverDropped(page)));
    // On a connection that takes longer than a decision's reserved place, asides of an honest server can displace it several times.
    if (!isSlow && page.store.evidence.some(({ code }) => code === 'displaced'))
      broken.push(`(e) ${page.name} blames an honest server for asides`);
  }
  if (!isEnded || !server.isOver) broken.push('(e) the match did not come to its end');
  return outcome(seed, 'honest', broken, moves, pages);
}

/** Makes something fail that is no lie. */
function happen(
  world: World,
  server: Liar,
  pages: Page[],
  make: (seat: Player, name: string, store?: MemoryStore) => Page,
): string {
  const page = world.pick(pages);
  const kind = world.pick([
    'cut',
    'reload',
    'restart',
    'takeover',
    'storage',
    'sleep',
    'call',
    'clock',
    'device',
    'tab',
    'back',
  ] as const);
  if (kind === 'cut') page.cut(world.between(300, 25_000));
  if (kind === 'reload' && page.isConnected) page.reload();
  if (kind === 'restart') server.restart(world.between(1_000, 60_000));
  if (kind === 'takeover') void server.failOver(world.between(1_000, 16_000));
  if (kind === 'storage') server.failStorage(world.between(500, 40_000));
  // A telephone call: the page is frozen, and its socket dies meanwhile.
  if (kind === 'call') page.sleep(world.between(100_000, 400_000), world.chance(0.5));
  if (kind === 'sleep') page.sleep(world.between(2_000, 120_000), world.chance(0.5));
  if (kind === 'clock') page.wallSkewMs += world.between(-90_000, 90_000);
  if (kind === 'device' && pages.length < 5) use(make(page.seat, `${page.name}+`));
  if (kind === 'tab' && pages.length < 5) use(make(page.seat, `${page.name}'`, page.store));
  if (kind === 'back') page.useHere();
  return `${kind} ${page.name}`;

  function use(other: Page): void {
    pages.push(other);
    other.useHere();
  }
}

function longest(pages: readonly Page[]): number {
  return Math.max(...pages.map((page) => page.view.events.length));
}

function outcome(
  seed: number,
  kind: Outcome['kind'],
  broken: readonly string[],
  moves: readonly string[],
  pages: readonly Page[],
): Outcome {
  const halted = pages.map((page) => page.view.halted?.code).find((code) => code !== undefined) ?? null;
  const warnings = [...new Set(pages.flatMap((page) => [...page.warnings]))];
  return { seed, kind, broken, moves, halted, warnings, events: longest(pages) };
}
