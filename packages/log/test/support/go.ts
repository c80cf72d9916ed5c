import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toBase64 } from '../../src/encoding.ts';

/** The folder of the sources from Debian's package golang-golang-x-mod-dev. TEST_GOPATH names another one. */
const GOPATH = process.env.TEST_GOPATH ?? '/usr/share/gocode';
const MAIN = fileURLToPath(new URL('go/main.go', import.meta.url));

/** True if Go and its package golang.org/x/mod are installed. */
export const hasGo =
  spawnSync('go', ['version']).status === 0 && existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog'));
if (!hasGo)
  console.warn('\n*** There is no golang-go or no golang-golang-x-mod-dev: logs are NOT checked by Go here. ***\n');

export interface GoRequest {
  readonly Do: 'root' | 'prove-record' | 'check-record' | 'prove-tree' | 'check-tree' | 'open' | 'sign' | 'tile-path';
  readonly Size?: number;
  readonly Old?: number;
  readonly Index?: number;
  readonly Note?: string;
  readonly Text?: string;
  readonly Vkey?: string;
  readonly Skey?: string;
  readonly Root?: Uint8Array;
  readonly Older?: Uint8Array;
  readonly Leaf?: Uint8Array;
  readonly Proof?: readonly Uint8Array[];
  /** Reads tiles from this folder instead of Go's own tree. */
  readonly Folder?: string;
  /** Level, index and width. */
  readonly Tile?: readonly number[];
}

interface GoAnswer {
  /** Empty if Go found no fault. */
  readonly Fault: string;
  /** Base64. */
  readonly Root: string | null;
  readonly Proof: readonly string[] | null;
  readonly Text: string;
}

/** Lets Go answer requests in one process. */
export function askGo(requests: readonly GoRequest[]): GoAnswer[] {
  const encode = (_: string, value: unknown) => (value instanceof Uint8Array ? toBase64(value) : value);
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH,
    GOFLAGS: '',
    GOCACHE: process.env.GOCACHE ?? join(tmpdir(), 'tlog-kit-go-cache'),
  };
  const input = requests.map((request) => `${JSON.stringify(request, encode)}\n`).join('');
  const { status, stdout, stderr } = spawnSync('go', ['run', MAIN], { input, env, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`go exited with ${status}: ${stderr}`);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
