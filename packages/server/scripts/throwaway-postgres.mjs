// A PostgreSQL server for tests: the one of TEST_POSTGRES_URL, or a new cluster in a temporary folder.
import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';

/** The folder of initdb and pg_ctl on a Debian system, newest version first, or null. */
function findBinaries() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(debian, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root. Debian's package creates a user for it. */
function otherUser() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  if (!line) return {};
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A free port of this machine. */
export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** The listening process, or null when there is none. */
function postmasterOf(data) {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

/** A long timeout: after a crash every file of every database is synchronised first. */
const START_SECONDS = 300;

async function startCluster(binaries) {
  const folder = mkdtempSync(join(tmpdir(), 'anchor-postgres-'));
  const user = otherUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const tool = (name, args) => run(join(binaries, name), args, { ...user, cwd: folder });
  const data = join(folder, 'data');
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  await tool('initdb', ['-D', data, '-U', 'anchor', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8']);
  const waiting = ['-w', '-t', String(START_SECONDS)];
  const start = () => tool('pg_ctl', ['-D', data, ...waiting, '-l', join(folder, 'log'), '-o', options, 'start']);
  await start();
  const client = ['-h', '127.0.0.1', '-p', String(port), '-U', 'anchor'];
  return {
    url: `postgresql://anchor@127.0.0.1:${port}/postgres`,
    start,
    postmaster: () => postmasterOf(data),
    /** Creates an empty database and returns its URL. */
    async newDatabase(name) {
      await tool('createdb', [...client, name]);
      return `postgresql://anchor@127.0.0.1:${port}/${name}`;
    },
    /** The rows of a query as texts, with `|` between columns. */
    async query(name, sql) {
      const { stdout } = await tool('psql', [...client, '-d', name, '-A', '-t', '-c', sql]);
      return stdout.split('\n').filter((line) => line !== '');
    },
    async dropDatabase(name) {
      await tool('dropdb', [...client, '--if-exists', '--force', name]);
    },
    /** Stops it as a power failure would. It is not started again. */
    async crash() {
      await tool('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    },
    async stop() {
      await tool('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** True if a server is available. */
export const hasPostgres = Boolean(process.env.TEST_POSTGRES_URL) || findBinaries() !== null;

/** Returns `{ url, stop() }`. Throws when no server is available. */
export async function throwawayPostgres() {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) return { url: given, stop: async () => {} };
  const binaries = findBinaries();
  if (!binaries) throw new Error('No PostgreSQL: set TEST_POSTGRES_URL, or install the Debian package postgresql.');
  return startCluster(binaries);
}

/**
 * A separate cluster that may be crashed and restarted. Returns
 * `{ newDatabase(name), query(name, sql), dropDatabase(name), start(), crash(), postmaster(), stop() }`.
 */
export async function ownPostgres() {
  const binaries = findBinaries();
  if (!binaries) throw new Error('No PostgreSQL: install the Debian package postgresql.');
  return startCluster(binaries);
}
