import type { InviteState, InviteStore, StoredInvite } from '../domain/ports/players.ts';
import type { Db } from './db.ts';

/** The states in which a match can still come of an invitation. */
const alive = { in: ['open', 'accepted'] };

interface Row {
  readonly code: string;
  readonly by: string;
  readonly terms: string;
  readonly created: bigint;
  readonly to: string | null;
  readonly friend: string | null;
  readonly state: string;
}

export function inviteStore(db: Db): InviteStore {
  return {
    put: async (invite) => void (await db.invite.create({ data: { ...invite, created: BigInt(invite.created) } })),
    async get(code) {
      const row = await db.invite.findUnique({ where: { code } });
      return row && read(row);
    },
    take: async (invite) => (await db.invite.deleteMany({ where: unchanged(invite) })).count === 1,
    change: async (from, { state, friend }) =>
      (await db.invite.updateMany({ where: unchanged(from), data: { state, friend } })).count === 1,
    expire: async (before) => (await db.invite.deleteMany({ where: { created: { lt: BigInt(before) } } })).count,
    countBy: (by, at) => db.invite.count({ where: { by, state: alive, ...since(at) } }),
    countChallenges: ({ by, to, since: at }) =>
      db.invite.count({ where: { ...(by !== undefined && { by }), to: to ?? { not: null }, ...since(at) } }),
    countReceived: (pub, at) => db.invite.count({ where: receivedBy(pub, at) }),
    async sentBy(by, at, take) {
      const where = { by, state: { not: 'withdrawn' }, ...since(at) };
      return (await db.invite.findMany({ where, orderBy: newestFirst(), take })).map(read);
    },
    async receivedBy(pub, at, take) {
      return (await db.invite.findMany({ where: receivedBy(pub, at), orderBy: newestFirst(), take })).map(read);
    },
    async concerned(pubs) {
      const those = { in: [...pubs] };
      const makers = await db.invite.groupBy({ by: ['by'], where: { by: those, state: alive } });
      const challenged = await db.invite.groupBy({ by: ['to'], where: { to: those, state: alive } });
      const friends = await db.invite.groupBy({ by: ['friend'], where: { friend: those, state: alive } });
      const found = [
        ...makers.map(({ by }) => by),
        ...challenged.map(({ to }) => to),
        ...friends.map((one) => one.friend),
      ];
      return [...new Set(found)].filter((pub) => pub !== null);
    },
  };
}

function since(at: number) {
  return { created: { gte: BigInt(at) } };
}

function receivedBy(pub: string, at: number) {
  return { OR: [{ to: pub }, { friend: pub }], state: alive, ...since(at) };
}

const newestFirst = () => [{ created: 'desc' as const }, { code: 'asc' as const }];

function unchanged({ code, state, friend }: StoredInvite) {
  return { code, state, friend };
}

function read(row: Row): StoredInvite {
  return { ...row, created: Number(row.created), state: row.state as InviteState };
}
