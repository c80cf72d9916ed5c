import { setTimeout as sleep } from 'node:timers/promises';
import type { MovedClock } from './clock.ts';
import type { Database } from './databases.ts';
import type { Facts } from './facts.ts';
import type { Fleet } from './fleet.ts';
import type { FaultKind, Step } from './plan.ts';
import type { PlayerGroup } from './player-group.ts';
import type { FaultProxy } from './proxy.ts';

const LOOK_MS = 10;
const WARM_UP_MS = 20_000;
/** Time limit for events between two faults: none arrive while several faults overlap. */
const PATIENCE_MS = 3_000;

/** The parts of a run that faults act on. */
interface RunParts {
  readonly fleet: Fleet;
  readonly proxy: FaultProxy;
  readonly clock: MovedClock;
  readonly database: Database;
  readonly group: PlayerGroup;
  readonly facts: Facts;
}

/** Causes one fault. Resolves when the fault is over and repaired. */
type Maker = (parts: RunParts, step: Step) => Promise<void>;

/** Causes the faults of the plan, some at the same time. Resolves when the last one is over. */
export async function makeTrouble(parts: RunParts, plan: readonly Step[]): Promise<void> {
  const under: Promise<void>[] = [];
  await warmUp(parts);
  for (const step of plan) {
    await quiet(parts, step);
    under.push(suffer(parts, step));
  }
  await Promise.all(under);
  parts.proxy.heal();
}

/** Waits for the end of the first match, so that there is a match to analyse before the first fault. */
async function warmUp({ facts }: RunParts): Promise<void> {
  const giveUp = performance.now() + WARM_UP_MS;
  while (facts.finished.size === 0 && performance.now() < giveUp) await sleep(LOOK_MS);
}

/** Waits for time and for events, so that a slow machine plays as much between two faults as a fast one. */
async function quiet({ facts }: RunParts, { afterMs, afterEvents }: Step): Promise<void> {
  const [wanted, giveUp] = [facts.events + afterEvents, performance.now() + PATIENCE_MS];
  await sleep(afterMs);
  while (facts.events < wanted && performance.now() < giveUp) await sleep(LOOK_MS);
}

async function suffer(parts: RunParts, step: Step): Promise<void> {
  const over = parts.facts.fault(step.kind);
  await makers[step.kind](parts, step);
  over();
}

/** Ends a process, lets the clock advance while it is down, and starts it again. */
const endProcess =
  (signal: 'SIGKILL' | 'SIGTERM'): Maker =>
  async ({ fleet, clock, database, facts }, { aim, forMs, amount }) => {
    const member = fleet.at(aim);
    if (!member.isUp) return;
    await member.end(signal);
    if (signal === 'SIGKILL') facts.orphans.push(...(await database.matchesOf(member.address)));
    // With other processes running, the clock must not advance: the time would count against the players.
    if (fleet.members.length === 1) clock.move(amount);
    await sleep(forMs / 4);
    await member.start();
  };

const moveClock: Maker = async ({ clock, facts }, { amount }) => {
  const from = facts.now();
  clock.move(amount);
  facts.jumps.push({ from, to: facts.now() });
};

const makers: Record<FaultKind, Maker> = {
  async cut({ proxy }, { aim }) {
    proxy.cut(aim);
  },
  async delay({ proxy }, { forMs, amount }) {
    proxy.conditions.delayMs = amount;
    await sleep(forMs);
    proxy.conditions.delayMs = 0;
  },
  async 'half-open'({ proxy }, { forMs, aim }) {
    const cut = proxy.silence(aim);
    await sleep(forMs);
    cut();
  },
  async 'drop-to-server'({ proxy }, { amount }) {
    proxy.conditions.drop.toServer = amount;
  },
  async 'drop-to-client'({ proxy }, { amount }) {
    proxy.conditions.drop.toClient = amount;
  },
  kill: endProcess('SIGKILL'),
  terminate: endProcess('SIGTERM'),
  async freeze({ fleet }, { aim, forMs }) {
    const goOn = fleet.at(aim).freeze();
    await sleep(forMs);
    goOn();
  },
  async 'disk-full'({ database, fleet }, { forMs }) {
    await database.fill(true, fleet);
    await sleep(forMs);
    await database.fill(false, fleet);
  },
  'clock-forward': moveClock,
  'clock-back': moveClock,
  async 'walk-away'({ group }, { aim, forMs }) {
    // An absence matters in a match with a clock that has begun.
    const seated = group.players.filter(({ ledger }) => ledger?.state.hasRolled && ledger.header.clock !== null);
    const walkers = seated.length > 0 ? seated : group.players;
    const player = walkers[Math.floor(aim * walkers.length)];
    player?.go();
    await sleep(forMs);
    player?.come();
  },
  async 'database-restart'({ database }, { forMs }) {
    const start = await database.crash();
    await sleep(forMs / 2);
    await start();
  },
  async 'database-read-only'({ database }, { forMs }) {
    await database.refuseWrites(true);
    await sleep(forMs);
    await database.refuseWrites(false);
  },
  async 'link-cut'({ fleet }, { aim }) {
    fleet.at(aim).links.cut();
  },
  async 'link-half-open'({ fleet }, { aim, forMs }) {
    const heal = fleet.at(aim).links.silence(['in', 'out']);
    await sleep(forMs);
    heal();
  },
  async 'link-one-way'({ fleet }, { aim, forMs, amount }) {
    const heal = fleet.at(aim).links.silence([amount < 0 ? 'in' : 'out']);
    await sleep(forMs);
    heal();
  },
  async 'all-links-half-open'({ fleet }, { forMs }) {
    const heals = fleet.members.map(({ links }) => links.silence(['in', 'out']));
    await sleep(forMs);
    for (const heal of heals) heal();
  },
  async 'link-refused'({ fleet }, { aim, forMs }) {
    const member = fleet.at(aim);
    member.links.refuse();
    await sleep(forMs);
    if (member.isRunning) await member.links.accept();
  },
  async 'clock-offset'({ fleet, clock, facts }, { aim, forMs, amount }) {
    const { n } = fleet.at(aim);
    const now = facts.now();
    facts.jumps.push({ from: now, to: now + amount });
    clock.shift(n, amount);
    await sleep(forMs);
    clock.shift(n, -amount);
    const then = facts.now();
    facts.jumps.push({ from: then + amount, to: then });
  },
};
