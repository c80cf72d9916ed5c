import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the sources from Debian's package golang-golang-x-mod-dev. TEST_GOPATH names another one. */
const GOPATH = process.env.TEST_GOPATH ?? '/usr/share/gocode';
const SOURCES = fileURLToPath(new URL('.', import.meta.url));

/** True if Go and its package golang.org/x/mod are installed. */
export const hasGo =
  spawnSync('go', ['version']).status === 0 && existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog'));
if (!hasGo)
  console.warn('\n*** There is no golang-go or no golang-golang-x-mod-dev: the auditor in Go does NOT run here. ***\n');

let folder: string | null = null;

/** Builds the auditor once in this process, and returns its path. It is removed at the end of the process. */
function program(): string {
  if (folder !== null) return join(folder, 'other-auditor');
  const built = mkdtempSync(join(tmpdir(), 'anchor-other-auditor-'));
  process.on('exit', () => rmSync(built, { recursive: true, force: true }));
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH,
    GOFLAGS: '',
    GOCACHE: process.env.GOCACHE ?? join(tmpdir(), 'tlog-kit-go-cache'),
  };
  const { status, stderr } = spawnSync('go', ['build', '-o', join(built, 'other-auditor'), '.'], {
    cwd: SOURCES,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`go exited with ${status}: ${stderr}`);
  folder = built;
  return join(built, 'other-auditor');
}

interface OtherAudit {
  readonly code: number;
  readonly stdout: string;
  /** The names of the differences, each once. */
  readonly names: readonly string[];
}

/** Runs the auditor in Go. */
export async function runOtherAuditor(...args: readonly string[]): Promise<OtherAudit> {
  const run = promisify(execFile);
  const ended = await run(program(), args, { maxBuffer: 1e8 }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code?: unknown; stdout: string; stderr: string }) => {
      if (typeof error.code !== 'number') throw error;
      return { code: error.code, stdout: error.stdout, stderr: error.stderr };
    },
  );
  if (ended.code > 3 || ended.code === 2) throw new Error(`exit code ${ended.code}: ${ended.stderr}`);
  const names = [...ended.stdout.matchAll(/^([a-z-]+): /gm)].map(([, name = '']) => name);
  return { code: ended.code, stdout: ended.stdout, names: [...new Set(names)] };
}

/** Answers on a port of this machine while the work lasts. */
export async function serving<T>(
  answer: (path: string) => Promise<{ readonly status: number; readonly body: Uint8Array }>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((asked, reply) => {
    answer(asked.url ?? '/').then(
      ({ status, body }) => reply.writeHead(status).end(body),
      (error) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A state file between two runs. */
export class OtherState {
  #text: string | null = null;

  async use<T>(work: (file: string) => Promise<T>): Promise<T> {
    const path = mkdtempSync(join(tmpdir(), 'anchor-other-auditor-'));
    const file = join(path, 'state.json');
    try {
      if (this.#text !== null) writeFileSync(file, this.#text);
      return await work(file);
    } finally {
      if (existsSync(file)) this.#text = readFileSync(file, 'utf8');
      rmSync(path, { recursive: true });
    }
  }
}
