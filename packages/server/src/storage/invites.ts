import type { InviteState, InviteStore, StoredInvite } from '../domain/ports/players.ts';
import type { Db } from './db.ts';

/** The states in which a match can still come of an invitation. */
const alive = { in: ['open', 'accepted'] };

interface Row {
  readonly code: string;
  readonly by: string;
  readonly terms: string;
  readonly created: bigint;
  readonly until: bigint;
  readonly isPosted: boolean;
  readonly to: string | null;
  readonly friend: string | null;
  readonly state: string;
}

export function inviteStore(db: Db): InviteStore {
  return {
    async put(invite) {
      const { created, until } = invite;
      await db.invite.create({ data: { ...invite, created: BigInt(created), until: BigInt(until) } });
    },
    async get(code) {
      const row = await db.invite.findUnique({ where: { code } });
      return row && read(row);
    },
    remove: (invite) => removeInvite(db, invite),
    change: async (from, { state, friend, terms }) => {
      // Other changes keep the terms as they are by now: the author may have prepared the match in the meantime.
      const where = terms === undefined ? unchanged(from) : { ...unchanged(from), terms: from.terms };
      const data = { state, friend, ...(terms !== undefined && { terms }) };
      return (await db.invite.updateMany({ where, data })).count === 1;
    },
    expire: async (now) => (await db.invite.deleteMany({ where: { until: { lt: BigInt(now) } } })).count,
    countBy: (by, now) => db.invite.count({ where: { by, state: alive, ...openAt(now) } }),
    countPosted: (by, now) => db.invite.count({ where: { by, isPosted: true, state: alive, ...openAt(now) } }),
    async posted(now, take) {
      const where = { isPosted: true, state: 'open', ...openAt(now) };
      // All of them last equally long, so the index has them in the order of their making.
      return (await db.invite.findMany({ where, orderBy: { until: 'desc' }, take })).map(read);
    },
    countChallenges: ({ by, to, since: at }) =>
      db.invite.count({
        where: { ...(by !== undefined && { by }), to: to ?? { not: null }, created: { gte: BigInt(at) } },
      }),
    countReceived: (pub, now) => db.invite.count({ where: receivedBy(pub, now) }),
    async sentBy(by, now, take) {
      const where = { by, state: { not: 'withdrawn' }, ...openAt(now) };
      return (await db.invite.findMany({ where, orderBy: newestFirst(), take })).map(read);
    },
    async receivedBy(pub, now, take) {
      return (await db.invite.findMany({ where: receivedBy(pub, now), orderBy: newestFirst(), take })).map(read);
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

/** Removes an invitation. Returns false if it is gone, or its state or friend has changed. */
export async function removeInvite(db: Pick<Db, 'invite'>, invite: StoredInvite): Promise<boolean> {
  return (await db.invite.deleteMany({ where: unchanged(invite) })).count === 1;
}

function openAt(now: number) {
  return { until: { gte: BigInt(now) } };
}

function receivedBy(pub: string, now: number) {
  return { OR: [{ to: pub }, { friend: pub }], state: alive, ...openAt(now) };
}

const newestFirst = () => [{ created: 'desc' as const }, { code: 'asc' as const }];

function unchanged({ code, state, friend }: StoredInvite) {
  return { code, state, friend };
}

function read(row: Row): StoredInvite {
  return { ...row, created: Number(row.created), until: Number(row.until), state: row.state as InviteState };
}
