import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { decodeLogEntry, type Key, keyFromSeed, type LogEntry, type MatchRecord } from 'bg-record';
import { decodeBundle, parseNote, tilePath } from 'tlog-kit';
import { vacuumInto } from '../../packages/server/src/storage/backup.ts';
import { type OpenStore, openStore } from '../../packages/server/src/storage/open-store.ts';
import { freePort } from '../kit/free-port.ts';
import { populate } from '../kit/population.ts';
import { ServerProcess } from '../kit/server.ts';
import { LOG_SEED, LogFace, ORIGIN } from './face.ts';

/** The harness knows this secret and that of the log, so it can sign whatever a dishonest service could sign. */
const SERVER_SEED = '0123456789abcdef'.repeat(4);
const prismaFolder = fileURLToPath(new URL('../../prisma', import.meta.url));
const PATIENCE_MS = 60_000;

/** A service at one moment: its log, and its answers to all other paths. */
export interface Moment {
  readonly entries: readonly LogEntry[];
  readonly face: LogFace;
  readonly answers: ReadonlyMap<string, Uint8Array>;
  readonly records: readonly MatchRecord[];
  /** The folder with the database and the head file of that moment. */
  readonly folder: string;
}

/** A real service that played real matches, on two days. Its server runs no more. */
export interface RecordedService {
  readonly yesterday: Moment;
  readonly today: Moment;
  readonly serverKey: Key;
  /** The time at which readers look, by their clocks. */
  readonly now: number;
  remove(): void;
}

/** Starts the built server, plays matches on two days, and records all answers that readers ask for. */
export async function recordService(seed: number): Promise<RecordedService> {
  const folder = mkdtempSync(join(tmpdir(), 'anchor-lying-log-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const server = await start(join(folder, 'data'));
  try {
    const random = seededRandom(seed);
    const day = async (name: string, players: readonly string[], known: number): Promise<Moment> => {
      const { matches } = await populate(server.url, players, { random, rounds: 1 });
      const moment = await record(server.url, known + matches.length);
      return { ...moment, folder: await keepFiles(join(folder, 'data'), join(folder, name)) };
    };
    const yesterday = await day('yesterday', ['Ann', 'Bob'], 1);
    const today = await day('today', ['Dan', 'Eve', 'Finn'], yesterday.entries.length);
    await server.end('SIGKILL');
    const serverKey = await keyFromSeed(Buffer.from(SERVER_SEED, 'hex'));
    return { yesterday, today, serverKey, now: Date.now(), remove };
  } catch (error) {
    await server.end('SIGKILL');
    remove();
    throw error;
  }
}

async function start(dataDir: string): Promise<ServerProcess> {
  const env = { LOG_ORIGIN: ORIGIN, LOG_KEY: LOG_SEED, SERVER_KEY: SERVER_SEED, BOT_DELAY_MS: '0', LOG_LEVEL: 'warn' };
  const limits = { LIMIT_READ: '1000000', LIMIT_WRITE: '1000000', BACKUP_HOURS: '0' };
  return ServerProcess.start({ dataDir, port: await freePort(), env: { ...env, ...limits } });
}

/** Copies the database and the head file. Nothing writes entries meanwhile, so the two fit together. */
async function keepFiles(dataDir: string, kept: string): Promise<string> {
  mkdirSync(kept);
  await vacuumInto(join(dataDir, 'anchor.db'), join(kept, 'anchor.db'));
  copyFileSync(join(dataDir, 'log.head'), join(kept, 'log.head'));
  return kept;
}

/** Waits until the log has this many entries. Other answers are compared with the log by the readers, so they are read behind it. */
async function record(url: string, size: number): Promise<Omit<Moment, 'folder'>> {
  const get = async (path: string) => {
    const answer = await fetch(url + path);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
  const giveUp = Date.now() + PATIENCE_MS;
  let note = '';
  while (sizeIn(note) !== size) {
    if (Date.now() > giveUp) throw new Error(`the log has ${sizeIn(note)} entries instead of ${size}`);
    await sleep(50);
    note = new TextDecoder().decode((await get('/log/checkpoint')) ?? undefined);
  }
  const bundle = decodeBundle(
    (await get(`/log/${tilePath({ level: 'entries', index: 0, width: size })}`)) ?? new Uint8Array(),
    size,
  );
  if (!bundle.ok) throw new Error(bundle.message);
  const entries = bundle.value.map((bytes) => {
    const entry = decodeLogEntry(bytes);
    if (!entry.ok) throw new Error(entry.message);
    return entry.value;
  });
  const face = await LogFace.of(entries);
  if (textOf(face.note) !== textOf(note)) throw new Error('the harness does not sign the tree of the service');
  const matches = entries.flatMap((entry) => (entry.type === 'match' ? [entry] : []));
  const players = new Set(matches.flatMap((entry) => entry.players));
  const paths = [
    '/log/vkey',
    '/api/records',
    '/api/matches',
    '/api/leaderboard?minGames=1&limit=200',
    '/api/fairness',
    ...matches.map(({ id }) => `/records/${id}.json`),
    ...[...players].map((pub) => `/api/player/${pub}`),
  ];
  const answers = new Map<string, Uint8Array>();
  for (const path of paths) {
    const bytes = await get(path);
    if (bytes === null) throw new Error(`the service does not answer ${path}`);
    answers.set(path, bytes);
  }
  const records = matches.map(({ id }) => {
    const text = new TextDecoder().decode(answers.get(`/records/${id}.json`));
    return JSON.parse(text) as MatchRecord;
  });
  return { entries, face, answers, records };
}

function textOf(note: string): string {
  const parsed = parseNote(note);
  return parsed.ok ? parsed.value.text : '';
}

function sizeIn(note: string): number {
  return Number(note.split('\n')[1] ?? -1);
}

/** A copy of a database of the service, for a test that changes it. */
export async function openCopy(moment: Moment): Promise<{ store: OpenStore; folder: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'anchor-lying-log-'));
  for (const file of ['anchor.db', 'log.head']) copyFileSync(join(moment.folder, file), join(folder, file));
  const opened = await openStore({ dataDir: folder, databaseUrl: null, prismaFolder });
  if (!opened.ok) throw new Error(opened.message);
  const store = opened.value;
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, folder, close };
}
