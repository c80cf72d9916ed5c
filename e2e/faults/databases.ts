import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ownPostgres } from '../../packages/server/scripts/throwaway-postgres.mjs';
import type { Orphan } from './facts.ts';
import { type Fleet, limitFiles } from './fleet.ts';

/** The database of the servers of a run. */
export interface Database {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string | null;
  /** Fills the disk, so that writes fail, or frees it again. */
  fill(isFull: boolean, fleet: Fleet): Promise<void>;
  /** The live matches of the process whose links have this address. Empty if the database does not answer. */
  matchesOf(address: string): Promise<readonly Orphan[]>;
  /** Lets the database refuse writes and answer reads, as one does that another server is about to replace, or lets it write again. */
  refuseWrites(isRefusing: boolean): Promise<void>;
  /** Ends the database as a power cut does. The returned function starts it again. */
  crash(): Promise<() => Promise<void>>;
}

export interface DatabaseHost {
  newDatabase(): Promise<Database>;
  stop(): Promise<void>;
}

/** The embedded database: a file on the servers' disk. */
export const embeddedHost: DatabaseHost = {
  async newDatabase() {
    return {
      env: {},
      url: null,
      fill: async (isFull, fleet) => fleet.members.forEach((member) => void member.fill(isFull)),
      matchesOf: async () => [],
      refuseWrites: async () => undefined,
      crash: async () => async () => undefined,
    };
  },
  stop: async () => undefined,
};

type Cluster = Awaited<ReturnType<typeof ownPostgres>>;

/** A temporary PostgreSQL with a new database for every run. */
export async function postgresHost(): Promise<DatabaseHost> {
  const cluster = await ownPostgres();
  const inTurn = queue();
  let name = '';
  return {
    async newDatabase() {
      // Drop the last run's database: each start after a crash syncs every remaining file.
      if (name) await cluster.dropDatabase(name);
      name = `faults_${randomUUID().replaceAll('-', '')}`;
      const url = await cluster.newDatabase(name);
      const ask: Ask = (sql) => cluster.query(name, sql).catch(() => []);
      return {
        env: { DATABASE_URL: url },
        url,
        fill: (isFull) => inTurn(() => fillCluster(cluster, isFull)),
        matchesOf: (address) => matchesOf(ask, address),
        refuseWrites: (isRefusing) => inTurn(() => refuseWrites(cluster, name, isRefusing)),
        async crash() {
          await inTurn(() => cluster.crash().catch(() => undefined));
          return () => inTurn(() => startAgain(cluster));
        },
      };
    },
    async stop() {
      await cluster.stop();
    },
  };
}

/** Resolves to the rows of a query. */
type Ask = (sql: string) => Promise<readonly string[]>;

async function matchesOf(ask: Ask, address: string): Promise<Orphan[]> {
  const lengths = 'select count(*) from live_events where match_id = m.id';
  const rows = await ask(
    `select m.id, (${lengths}) from live_matches m join processes p on p.id = m.owner where p.address = '${address}'`,
  );
  return rows.map((row) => {
    const [match = '', length = ''] = row.split('|');
    return { match, length: Number(length) };
  });
}

/** Returns a function that runs tasks one after the other: a database must not be ended while it is being started. */
function queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
}

/** PostgreSQL ends (PANIC) if the disk under its log is full. A supervisor would start it again when there is room. */
async function fillCluster(cluster: Cluster, isFull: boolean): Promise<void> {
  const postmaster = cluster.postmaster();
  if (postmaster !== null)
    for (const pid of [postmaster, ...childrenOf(postmaster)]) limitFiles(pid, isFull ? 0 : null);
  if (!isFull) await startAgain(cluster);
}

/** Open connections follow with their next statement. Another fault may have ended PostgreSQL meanwhile. */
async function refuseWrites(cluster: Cluster, name: string, isRefusing: boolean): Promise<void> {
  const setting = `alter system set default_transaction_read_only = ${isRefusing ? 'on' : 'off'}`;
  for (let tries = 1; ; tries++) {
    try {
      await cluster.query(name, setting);
      await cluster.query(name, 'select pg_reload_conf()');
      return;
    } catch (error) {
      if (tries === 20) throw error;
      await startAgain(cluster);
    }
  }
}

async function startAgain(cluster: Cluster): Promise<void> {
  const postmaster = cluster.postmaster();
  const isRunning = postmaster !== null && processes().some(({ pid }) => pid === postmaster);
  if (!isRunning) await cluster.start();
}

export function childrenOf(parent: number): number[] {
  return processes()
    .filter((process) => process.parent === parent)
    .map(({ pid }) => pid);
}

/** Reads /proc. State and parent follow the name in brackets. */
function processes(): { readonly pid: number; readonly parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      return [{ pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }];
    } catch {
      return [];
    }
  });
}
