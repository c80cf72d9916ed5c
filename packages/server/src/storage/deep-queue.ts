import type { DeepQueueStore, DeepRequest, HeldJob, KnownAnswerRow } from '../domain/ports/analysis.ts';
import { Prisma } from '../generated/sqlite/client.ts';
import type { Db } from './db.ts';
import { asObject } from './evaluations.ts';

/** The columns of a request, with times as numbers. */
interface RequestRow extends Omit<DeepRequest, 'until'> {
  readonly until: bigint | number;
}

interface Key {
  readonly key: string;
}

/**
 * The same statements on both databases. They do not depend on the number of rows, as in `evaluationStore`. PostgreSQL also skips rows that
 * a concurrent statement has locked; the embedded database has one writer.
 */
export function deepQueueStore(db: Db, isPostgres: boolean): DeepQueueStore {
  const skipLocked = isPostgres ? Prisma.sql`FOR UPDATE SKIP LOCKED` : Prisma.empty;
  const countRequests = async (where: Prisma.Sql) => {
    const [row] = await db.$queryRaw<{ n: bigint | number }[]>`SELECT count(*) AS n FROM deep_requests WHERE ${where}`;
    return Number(row?.n ?? 0);
  };
  const requestsOf = (asker: string, now: number) =>
    countRequests(Prisma.sql`asker = ${asker} AND until > ${BigInt(now)}`);
  return {
    requestsOf,
    async remember({ matchId, engineId, ply, asker, until }, { owner, ownedUntil }, limits, now) {
      const [end, kept] = [BigInt(until), BigInt(ownedUntil)];
      const extended = await db.$executeRaw`UPDATE deep_requests SET until = ${end},
          owner = CASE WHEN owned_until <= ${BigInt(now)} THEN ${owner} ELSE owner END,
          owned_until = CASE WHEN owned_until <= ${BigInt(now)} THEN ${kept} ELSE owned_until END
        WHERE match_id = ${matchId} AND engine_id = ${engineId} AND ply = ${ply}`;
      if (extended > 0) return true;
      const [own, all] = [await requestsOf(asker, now), await countRequests(Prisma.sql`until > ${BigInt(now)}`)];
      if (own >= limits.perAsker || all >= limits.most || (all >= limits.ample && own > 0)) return false;
      await db.$executeRaw`INSERT INTO deep_requests (match_id, engine_id, ply, asker, until, owner, owned_until)
        VALUES (${matchId}, ${engineId}, ${ply}, ${asker}, ${end}, ${owner}, ${kept}) ON CONFLICT DO NOTHING`;
      return true;
    },
    async claim({ owner, ownedUntil }, now, most) {
      const rows = await db.$queryRaw<RequestRow[]>`WITH picked AS MATERIALIZED (
          SELECT match_id, engine_id, ply FROM deep_requests
          WHERE owned_until <= ${BigInt(now)} AND until > ${BigInt(now)} ORDER BY until, match_id LIMIT ${most} ${skipLocked})
        UPDATE deep_requests SET owner = ${owner}, owned_until = ${BigInt(ownedUntil)}
        WHERE (match_id, engine_id, ply) IN (SELECT match_id, engine_id, ply FROM picked)
        RETURNING match_id AS "matchId", engine_id AS "engineId", ply, asker, until`;
      return rows.map((row) => ({ ...row, ply: Number(row.ply), until: Number(row.until) }));
    },
    async renew({ owner, ownedUntil }) {
      await db.$executeRaw`UPDATE deep_requests SET owned_until = ${BigInt(ownedUntil)} WHERE owner = ${owner}`;
    },
    async release(owner) {
      await db.deepRequest.updateMany({ where: owner === null ? {} : { owner }, data: { ownedUntil: 0n } });
    },
    async forget({ matchId, engineId, ply }) {
      await db.deepRequest.deleteMany({ where: { matchId, engineId, ply } });
    },
    async expire(now, unseenSince) {
      const over = { lte: BigInt(now) };
      await db.deepRequest.deleteMany({ where: { until: over } });
      await db.worker.deleteMany({ where: { seen: { lt: BigInt(unseenSince) }, distrustedUntil: over } });
      await db.deepJob.deleteMany({ where: { known: { not: null }, wantedUntil: over, heldUntil: over } });
      return (await db.deepJob.deleteMany({ where: { wantedUntil: over, heldUntil: over } })).count;
    },
    async frontier(engineId) {
      const [row] = await db.$queryRaw<{ turn: number | null }[]>`SELECT coalesce(
        (SELECT turn FROM deep_jobs WHERE engine_id = ${engineId} AND held_until = 0 ORDER BY turn LIMIT 1),
        (SELECT turn FROM deep_jobs WHERE engine_id = ${engineId} ORDER BY turn DESC LIMIT 1), 0) AS turn`;
      return Number(row?.turn ?? 0);
    },
    async ask(jobs, wantedUntil) {
      if (jobs.length === 0) return 0;
      const until = BigInt(wantedUntil);
      const rows = asObject(sorted(jobs));
      const added = await db.$executeRaw`INSERT INTO deep_jobs (key, engine_id, job, turn, wanted_until)
        SELECT value->>'key', value->>'engineId', value->>'job', CAST(value->>'turn' AS double precision), ${until}
        FROM json_each(${rows}) WHERE NOT EXISTS (SELECT 1 FROM evaluations WHERE evaluations.key = value->>'key')
        ON CONFLICT DO NOTHING`;
      if (added === jobs.length) return added;
      const turns = asObject(sorted(jobs).map(({ key, turn }) => ({ key, turn })));
      await db.$executeRaw`UPDATE deep_jobs SET
          wanted_until = CASE WHEN wanted_until < ${until} THEN ${until} ELSE wanted_until END,
          turn = CASE WHEN asked.turn < deep_jobs.turn THEN asked.turn ELSE deep_jobs.turn END, known = NULL
        FROM (SELECT value->>'key' AS key, CAST(value->>'turn' AS double precision) AS turn FROM json_each(${turns})) AS asked
        WHERE deep_jobs.key = asked.key`;
      return added;
    },
    async take({ token, engineId, worker, mark, count, until, now, isMarked }) {
      const rows = await db.$queryRaw<{ job: string; turn: number }[]>`WITH picked AS MATERIALIZED (
          SELECT key FROM deep_jobs
          WHERE engine_id = ${engineId} AND known IS NULL AND held_until <= ${BigInt(now)} AND wanted_until > ${BigInt(now)}
            AND had_by NOT LIKE ${`%${mark}%`}
          ORDER BY turn LIMIT ${count} ${skipLocked})
        UPDATE deep_jobs SET token = ${token}, worker = ${worker}, held_until = ${BigInt(until)},
          had_by = CASE WHEN ${isMarked ? 1 : 0} = 1 OR opinions <> '[]' THEN had_by || ${mark} ELSE had_by END
        WHERE key IN (SELECT key FROM picked) RETURNING job, turn`;
      return [...rows].sort((a, b) => a.turn - b.turn).map(({ job }) => job);
    },
    async addCanaries(canaries, { token, engineId, worker, until, mark }) {
      const held = BigInt(until);
      const rows = asObject(sorted(canaries));
      const added = await db.$queryRaw<Key[]>`INSERT INTO deep_jobs
          (key, engine_id, job, turn, wanted_until, token, worker, held_until, had_by, known)
        SELECT value->>'key', ${engineId}, value->>'job', 0, ${held}, ${token}, ${worker}, ${held}, ${mark}, value->>'text'
        FROM json_each(${rows}) WHERE true ON CONFLICT DO NOTHING RETURNING key`;
      return added.map(({ key }) => key);
    },
    async hasWork({ engineId, mark, now }) {
      const rows = await db.$queryRaw<Key[]>`SELECT key FROM deep_jobs
        WHERE engine_id = ${engineId} AND known IS NULL AND held_until <= ${BigInt(now)} AND wanted_until > ${BigInt(now)}
          AND had_by NOT LIKE ${`%${mark}%`} LIMIT 1`;
      return rows.length > 0;
    },
    held: (token, worker, now) =>
      db.$queryRaw<HeldJob[]>`SELECT key, job, opinions, had_by AS "hadBy", known FROM deep_jobs
        WHERE token = ${token} AND worker = ${worker} AND held_until > ${BigInt(now)}`,
    async countHeld(worker, now) {
      const [row] = await db.$queryRaw<{ n: bigint | number }[]>`SELECT count(*) AS n FROM deep_jobs
        WHERE worker = ${worker} AND held_until > ${BigInt(now)}`;
      return Number(row?.n ?? 0);
    },
    async conclude({ token, at, answered, done, noted }) {
      const leaving = asObject(sorted(done.map((key) => ({ key }))));
      const [, left, stayed] = await db.$transaction([
        db.$executeRaw`INSERT INTO evaluations (key, text, created, judges)
          SELECT value->>'key', value->>'text', CAST(${BigInt(at)} AS bigint), value->>'judges' FROM json_each(${asObject(sorted(answered))})
          WHERE EXISTS (SELECT 1 FROM deep_jobs WHERE deep_jobs.key = value->>'key' AND token = ${token})
          ON CONFLICT DO NOTHING`,
        db.$queryRaw<Key[]>`DELETE FROM deep_jobs
          WHERE token = ${token} AND key IN (SELECT value->>'key' FROM json_each(${leaving})) RETURNING key`,
        ...(noted.length > 0
          ? [
              db.$queryRaw<
                Key[]
              >`UPDATE deep_jobs SET token = NULL, worker = NULL, held_until = 1, opinions = said.opinions, had_by = said.marks
                FROM (SELECT value->>'key' AS key, value->>'opinions' AS opinions, value->>'hadBy' AS marks
                  FROM json_each(${asObject(noted)})) AS said
                WHERE deep_jobs.key = said.key AND token = ${token} RETURNING deep_jobs.key AS key`,
            ]
          : []),
      ]);
      return new Set([...left, ...(stayed ?? [])].map(({ key }) => key));
    },
    async revoke(worker, now) {
      await db.deepJob.updateMany({ where: { worker, heldUntil: { gt: BigInt(now) } }, data: { heldUntil: 1n } });
    },
    async count(now) {
      const [row] = await db.$queryRaw<
        { depth: bigint | number; leased: bigint | number | null }[]
      >`SELECT count(*) AS depth,
        sum(CASE WHEN held_until > ${BigInt(now)} THEN 1 ELSE 0 END) AS leased FROM deep_jobs
        WHERE known IS NULL AND (wanted_until > ${BigInt(now)} OR held_until > ${BigInt(now)})`;
      return { depth: Number(row?.depth ?? 0), leased: Number(row?.leased ?? 0) };
    },
    async addKnown(answers, most) {
      for (const answer of answers)
        await db.$executeRaw`INSERT INTO known_answers (key, job, text, "right", wrong, had_by, lot)
          VALUES (${answer.key}, ${answer.job}, ${answer.text}, ${answer.right}, 0, ${answer.hadBy}, ${answer.lot})
          ON CONFLICT DO NOTHING`;
      const surplus = (await db.knownAnswer.count()) - most;
      if (surplus <= 0) return;
      const drawn = await db.knownAnswer.findMany({ orderBy: { lot: 'asc' }, take: surplus, select: { key: true } });
      for (const one of drawn) await db.knownAnswer.deleteMany({ where: one });
    },
    drawKnown: (lot, mark, count) =>
      db.$queryRaw<KnownAnswerRow[]>`SELECT key, job, text, had_by AS "hadBy" FROM known_answers
        WHERE had_by NOT LIKE ${`%${mark}%`}
        ORDER BY wrong DESC, CASE WHEN lot >= ${lot} THEN 0 ELSE 1 END, lot LIMIT ${count}`,
    async markKnown(keys, mark, mostMarks) {
      if (keys.length === 0) return;
      const marked = asObject(keys.map((key) => ({ key })));
      await db.$executeRaw`UPDATE known_answers SET had_by = had_by || ${mark}
        WHERE key IN (SELECT value->>'key' FROM json_each(${marked}))`;
      await db.$executeRaw`DELETE FROM known_answers
        WHERE key IN (SELECT value->>'key' FROM json_each(${marked})) AND length(had_by) >= ${mark.length * mostMarks}`;
    },
    async judgeKnown(key, isRight) {
      const step = isRight ? { right: { increment: 1 } } : { wrong: { increment: 1 } };
      await db.knownAnswer.updateMany({ where: { key }, data: step });
      if (isRight) return;
      const removed = await db.$executeRaw`DELETE FROM known_answers WHERE key = ${key} AND wrong >= "right"`;
      if (removed > 0)
        await db.worker.updateMany({ where: { missed: key }, data: { missed: null, distrustedUntil: 0n } });
    },
    async see(name, now) {
      await db.$executeRaw`INSERT INTO workers (name, seen) VALUES (${name}, ${BigInt(now)})
        ON CONFLICT (name) DO UPDATE SET seen = excluded.seen`;
    },
    async distrustedUntil(name) {
      const row = await db.worker.findUnique({ where: { name }, select: { distrustedUntil: true } });
      return Number(row?.distrustedUntil ?? 0);
    },
    async distrust(name, missed, until, now) {
      const data = { missed, distrustedUntil: BigInt(until) };
      await db.worker.upsert({ where: { name }, create: { name, seen: BigInt(now), ...data }, update: data });
    },
    async workers(since, now) {
      const [row] = await db.$queryRaw<Record<'present' | 'trusted' | 'distrusted', bigint | number | null>[]>`SELECT
        sum(CASE WHEN seen > ${BigInt(since)} THEN 1 ELSE 0 END) AS present,
        sum(CASE WHEN seen > ${BigInt(since)} AND distrusted_until <= ${BigInt(now)} THEN 1 ELSE 0 END) AS trusted,
        sum(CASE WHEN distrusted_until > ${BigInt(now)} THEN 1 ELSE 0 END) AS distrusted FROM workers`;
      const [present, trusted, distrusted] = [row?.present, row?.trusted, row?.distrusted].map((n) => Number(n ?? 0));
      return { present: present ?? 0, trusted: trusted ?? 0, distrusted: distrusted ?? 0 };
    },
  };
}

/** In the order of the keys, so that concurrent writers wait for each other instead of deadlocking. */
function sorted<T extends Key>(rows: readonly T[]): readonly T[] {
  return [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
}
