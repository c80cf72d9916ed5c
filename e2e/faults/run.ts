import { join } from 'node:path';
import { seededRandom } from '@anchor/testkit/random';
import { type EventType, keyFromSeed } from 'bg-record';
import { temporaryFolder } from '../kit/server.ts';
import { mailHost } from '../kit/smtp.ts';
import { ABANDON_SECONDS } from './check-clocks.ts';
import { CHECKS } from './checks.ts';
import { MovedClock } from './clock.ts';
import type { DatabaseHost } from './databases.ts';
import { CRON_KEY, Errands, WORKER_KEY } from './errands.ts';
import type { Evidence } from './evidence.ts';
import { Facts } from './facts.ts';
import { Fleet } from './fleet.ts';
import { type FaultKind, makePlan, type PlanSettings } from './plan.ts';
import { startPlayers } from './player-group.ts';
import { FaultProxy } from './proxy.ts';
import { HeadWatch, inspectLog } from './public-log.ts';
import { readStored, subscribe } from './stored.ts';
import { makeTrouble } from './trouble.ts';

const PAIRS = 3;
const SUBSCRIBERS = 10;
/** For the matches that are under way when the last fault is over. Generous: it only ends what would never end. */
const FINISH_MS = 90_000;
/** Longest time between two heartbeats of a process that is not late. */
const HEARTBEAT_MS = 2_000;
const SERVER_SEED = '0123456789abcdef'.repeat(4);
const MANY = '1000000';

interface RunSettings {
  readonly seed: number;
  readonly kinds: readonly FaultKind[];
  readonly host: DatabaseHost;
  /** The server's main module. */
  readonly program: string;
  readonly processes: number;
  readonly plan?: PlanSettings;
  readonly finishMs?: number;
  /** The time that the public log has for the last entries. */
  readonly entryMs: number;
}

export interface Outcome {
  readonly seed: number;
  /** The faults found, by the name of the check. */
  readonly broken: ReadonlyMap<string, readonly string[]>;
  readonly matches: number;
  readonly aborted: number;
  readonly events: number;
  readonly letters: number;
  readonly leases: number;
  readonly receipts: number;
  /** Different signed checkpoints of the public log that were seen. */
  readonly heads: number;
  /** Time until the last acknowledged match had its entry in the public log. */
  readonly slowestEntryMs: number;
  /** Absences that were announced, claims of them, and matches that were lost by one. */
  readonly announced: number;
  readonly claims: number;
  readonly absences: number;
  /** For each match that a killed process kept, the time until the record marks that another one kept it. */
  readonly takeovers: readonly Takeover[];
  readonly faults: ReadonlyMap<FaultKind, number>;
  /** The output of each server process. */
  readonly output: readonly string[];
  /** The stored records, the faults and the changes of the clock, for the search for a cause. */
  readonly history: Pick<Evidence['facts'], 'faults' | 'down' | 'jumps'> & Pick<Evidence['stored'], 'matches'>;
}

/** Runs one seed: starts the service, plays matches during the faults of the plan, and runs the checks. */
export async function runSeed(settings: RunSettings): Promise<Outcome> {
  const folder = temporaryFolder();
  try {
    const evidence = await live(settings, folder.path);
    return await judge(settings.seed, evidence);
  } finally {
    folder.remove();
  }
}

async function live(settings: RunSettings, folder: string): Promise<Evidence> {
  const { seed, kinds, host, program, processes, plan, finishMs, entryMs } = settings;
  const clock = new MovedClock(folder, processes);
  const facts = new Facts(() => clock.now());
  const mail = await mailHost();
  const database = await host.newDatabase();
  const place = { dataDir: join(folder, 'data'), databaseUrl: database.url };
  await subscribe(
    place,
    Array.from({ length: SUBSCRIBERS }, (_, index) => `reader${index}@example.org`),
  );
  // The proxy starts before the servers, because they need their public address.
  let upstream: () => number | null = () => null;
  const proxy = await FaultProxy.start(() => upstream());
  const common = { ...database.env, ...environment(mail.url), ORIGINS: proxy.url };
  const env = (process: number) => ({ ...common, ...clock.env(process) });
  const fleet = await Fleet.start({ program, dataDir: place.dataDir, env, processes, facts });
  upstream = fleet.upstream;
  const watch = new HeadWatch(fleet);
  // A separate sequence: the number of values that the players take from it depends on the run.
  const random = seededRandom(seed + 1);
  const group = await startPlayers({ url: proxy.url, random, facts, pairs: PAIRS });
  const errands = new Errands(fleet, facts, seededRandom(seed + 2));
  await makeTrouble({ fleet, proxy, clock, database, group, facts }, makePlan(seed, kinds, plan));
  const isOver = await group.finish(finishMs ?? FINISH_MS);
  if (!isOver) facts.unfinished.push(...group.players.map(String));
  const serverKey = (await keyFromSeed(Buffer.from(SERVER_SEED, 'hex'))).pub;
  const log = await inspectLog({ fleet, facts, watch, serverKey, env: clock.env(0), folder, entryMs });
  await errands.stop();
  group.leave();
  proxy.stop();
  await fleet.stop();
  await mail.close();
  return { facts, stored: await readStored(place), letters: mail.letters, serverKey, log };
}

function environment(smtpUrl: string): Record<string, string> {
  return {
    LOG_LEVEL: 'warn',
    BOT_DELAY_MS: '0',
    ABANDON_SECONDS: String(ABANDON_SECONDS),
    BACKUP_HOURS: '0',
    SERVER_KEY: SERVER_SEED,
    WORKER_KEY,
    CRON_KEY,
    SMTP_URL: smtpUrl,
    PUBLIC_URL: 'http://127.0.0.1',
    // Each run of the mailing sends one mail, so that the mailing lasts as long as the faults.
    MAIL_DAILY_CAP: '1',
    LIMIT_READ: MANY,
    LIMIT_WRITE: MANY,
    LIMIT_ANALYSIS: MANY,
  };
}

async function judge(seed: number, evidence: Evidence): Promise<Outcome> {
  const broken = new Map<string, readonly string[]>();
  for (const [name, check] of Object.entries(CHECKS)) {
    const faults = await check(evidence);
    if (faults.length > 0) broken.set(name, faults);
  }
  const { facts, stored, letters } = evidence;
  const events = stored.matches.flatMap(({ record }) => record?.events ?? []);
  const countOf = (type: EventType) => events.filter((event) => event.type === type).length;
  const faults = new Map<FaultKind, number>();
  for (const { kind } of facts.faults) faults.set(kind, (faults.get(kind) ?? 0) + 1);
  return {
    seed,
    broken,
    faults,
    matches: stored.matches.length,
    aborted: facts.aborted.size,
    events: facts.events,
    letters: letters.length,
    leases: facts.leases.length,
    heads: evidence.log.heads,
    slowestEntryMs: evidence.log.slowestMs,
    receipts: [...facts.receipts.values()].flat().length,
    takeovers: takeovers(evidence),
    announced: countOf('absent'),
    claims: countOf('claim'),
    absences: stored.matches.filter(({ record }) => record?.result.reason === 'abandonment').length,
    output: facts.output,
    history: { faults: facts.faults, down: facts.down, jumps: facts.jumps, matches: stored.matches },
  };
}

/** The match of a killed process at its next owner. */
interface Takeover {
  /** From the kill to the `resume` of the next owner. */
  readonly resumeMs: number;
  /** From the kill to the next event of a player. Null if none followed. */
  readonly eventMs: number | null;
}

/**
 * The takeovers after kills: each `resume` whose gap began at the last heartbeat before a kill, and the next event of a player.
 * Takeovers during which a clock was set are left out, because their duration is not known.
 */
function takeovers({ facts, stored }: Evidence): Takeover[] {
  const kills = facts.faults.filter(({ kind }) => kind === 'kill');
  return stored.matches.flatMap(({ record }) =>
    (record?.events ?? []).flatMap((event, n, events) => {
      if (event.type !== 'resume') return [];
      const kill = kills.findLast(
        ({ from }) => event.since <= from && event.since > from - HEARTBEAT_MS && event.at > from,
      );
      if (!kill || facts.jumps.some(({ from }) => from >= kill.from && from <= event.at)) return [];
      const next = events.slice(n).find(({ p }) => p !== null);
      return [{ resumeMs: event.at - kill.from, eventMs: next ? next.at - kill.from : null }];
    }),
  );
}
