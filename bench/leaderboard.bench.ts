// Measures one request for the leaderboard with many players, on the embedded database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Standings } from '../packages/server/src/domain/players/standings.ts';
import { TakenNames } from '../packages/server/src/domain/players/taken-names.ts';
import { openEmbedded } from '../packages/server/src/storage/embedded.ts';
import { openStore } from '../packages/server/src/storage/open-store.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import { quantile } from './shared/samples.ts';

const ROUNDS = 20;
const DAY_MS = 86_400_000;
const prismaFolder = fileURLToPath(new URL('../prisma', import.meta.url));
const random = seededRandom(1);
const now = Date.now();

/** A roughly normal random number, from 12 draws. */
const normal = (mean: number, deviation: number) =>
  mean + deviation * (Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, 0) - 6);

async function addPlayers(dataDir: string, count: number): Promise<void> {
  const client = await openEmbedded(join(dataDir, 'anchor.db'));
  await client.execute('BEGIN');
  for (let n = 0; n < count; n++) {
    const games = Math.floor(-30 * Math.log(1 - random()));
    const rd = 60 + 290 * Math.exp(-games / 20);
    const rating = normal(1500, 200);
    await client.execute({
      sql: 'INSERT INTO players (pub, name, rating, rd, volatility, rated_at, rated_games, rated_wins, created, at_most) VALUES (?, ?, ?, ?, 0.06, ?, ?, 0, 0, ?)',
      args: [
        n.toString(16).padStart(64, '0'),
        `Player ${n}`,
        rating,
        rd,
        now - Math.floor(random() * 200 * DAY_MS),
        games,
        rating - 2 * rd,
      ],
    });
  }
  await client.execute('COMMIT');
  client.close();
}

async function measure(count: number, minGames: number, limit: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'anchor-bench-'));
  const settings = { dataDir, databaseUrl: null, prismaFolder };
  const made = await openStore(settings);
  if (made.ok) await made.value.close();
  await addPlayers(dataDir, count);
  const opened = await openStore(settings);
  if (!opened.ok) throw new Error(opened.message);
  const { accounts, players, records, reportFigures: figures, close } = opened.value;
  const world = { now: () => now, elapsedMs: () => now, randomBytes: () => new Uint8Array() };
  const takenNames = new TakenNames({ accounts, bots: new Map() });
  const standings = new Standings({ players, records, figures, world, bots: new Set(), takenNames });
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now();
    await standings.leaderboard(minGames, limit);
    times.push(performance.now() - begin);
  }
  await close();
  rmSync(dataDir, { recursive: true });
  const ms = (share: number) => Number(quantile(times, share).toFixed(1));
  return { players: count, minGames, limit, 'median ms': ms(0.5), '90 % ms': ms(0.9), 'best ms': ms(0) };
}

const rows = [];
for (const count of [1_000, 10_000]) for (const limit of [50, 200]) rows.push(await measure(count, 3, limit));
rows.push(await measure(10_000, 0, 200));
console.table(rows);
