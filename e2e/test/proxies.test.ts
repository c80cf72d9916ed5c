import { once } from 'node:events';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { DeployedProxy, get, HOST, proxyNames } from '../kit/deployed-proxy.ts';
import { enginePath } from '../kit/engine-worker.ts';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

const WRITES_PER_MINUTE = 5;

describe.each(proxyNames)('%s with the configuration of deploy/', (name) => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let proxy: DeployedProxy;
  let port = 0;

  beforeAll(async () => {
    const [dead, live] = [await freePort(), await freePort()];
    server = await ServerProcess.start({
      dataDir: join(folder.path, 'data'),
      port: live,
      env: { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: '1', LIMIT_WRITE: String(WRITES_PER_MINUTE) },
    });
    // The first of the three processes does not answer, and the others are one and the same.
    proxy = await DeployedProxy.start(name, folder.path, [dead, live, live]);
    port = proxy.port;
    const answers = async () => expect((await get(port, '/healthz')).status, proxy.output).toBe(200);
    await vi.waitFor(answers, { timeout: 60_000, interval: 100 });
  });

  afterAll(async () => {
    await proxy?.stop();
    await server?.end();
    folder.remove();
  });

  it('FX1 serves the page over TLS, and tells browsers to stay on TLS', async () => {
    const { status, headers, body } = await get(port, '/');
    expect(status).toBe(200);
    expect(body).toMatch(/<!doctype html>/i);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('FX1a passes the policies on as they are: one for the engine’s worker, one for everything else', async () => {
    const policyOf = async (path: string) => String((await get(port, path)).headers['content-security-policy']);
    expect(await policyOf(enginePath())).toMatch(/^default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; [^,]*$/);
    expect(await policyOf('/')).toMatch(/^default-src 'self'; script-src 'self'; [^,]*$/);
  });

  it('FX2 answers each request while one of three processes is down', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => get(port, '/healthz')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('FX3 passes a WebSocket on', async () => {
    const agent = new Agent({ servername: HOST, rejectUnauthorized: false });
    const socket = new WebSocket(`wss://127.0.0.1:${port}/ws`, { agent, headers: { host: HOST } });
    const [greeting] = await once(socket, 'message');
    expect(JSON.parse(String(greeting))).toMatchObject({ type: 'hello' });
    socket.close();
  });

  it('FX4 refuses a body of more than a megabyte', async () => {
    // The refusal comes before the end of the body. A client that goes on sending may meet a closed connection instead of the answer.
    const headers = { 'content-length': '1200000' };
    const { status } = await get(port, '/worker/acquire', { method: 'POST', body: 'x'.repeat(60_000), headers });
    // Caddy reports a body beyond its own limit as 502 if the service has not answered 413 before.
    expect(name === 'Caddy' ? [413, 502] : [413]).toContain(status);
  });

  it('FX6 keeps serving everybody while a visitor sends bodies that are refused', async () => {
    const statuses: (number | undefined)[] = [];
    let sent = 0;
    let asking = true;
    async function sendBodies(length: number): Promise<void> {
      while (asking) {
        await get(port, '/worker/acquire', { method: 'POST', body: 'x'.repeat(length) }).catch(() => undefined);
        sent++;
      }
    }
    const visitor = Promise.all([1_200_000, 1_200_000, 1_200_000, 900_000].map((length) => sendBodies(length)));
    while (statuses.length < 20 || sent < 20) statuses.push((await get(port, '/healthz')).status);
    asking = false;
    await visitor;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('FX5 reports the address of the visitor, who cannot choose it', async () => {
    const answers = [];
    for (let n = 0; n <= WRITES_PER_MINUTE; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${n}`, 'content-type': 'application/json' };
      answers.push(await get(port, '/api/login-claim', { method: 'POST', body: '{}', headers }));
    }
    expect(answers.at(-1)?.status).toBe(429);
  });
});

describe('players and watchers of one match', () => {
  const folder = temporaryFolder();
  const matches = Array.from({ length: 24 }, (_, n) => `match-of-this-test-${n}`);
  const servers: ServerProcess[] = [];
  let ports: readonly number[];
  const start = (n: number) =>
    ServerProcess.start({ dataDir: join(folder.path, `data-${n}`), port: ports[n] ?? 0, env: { TRUST_PROXY: '1' } });

  beforeAll(async () => {
    ports = [await freePort(), await freePort(), await freePort()];
    servers.push(...(await Promise.all(ports.map((_, n) => start(n)))));
  });

  afterAll(async () => {
    for (const server of servers) await server.end();
    folder.remove();
  });

  /** The key of the process that a connection with this query reaches. These processes are no cluster, so each has its own. */
  async function reached(port: number, query: string, isProxy = true): Promise<string> {
    const agent = new Agent({ servername: HOST, rejectUnauthorized: false });
    const options = isProxy ? { agent, headers: { host: HOST } } : {};
    const socket = new WebSocket(`${isProxy ? 'wss' : 'ws'}://127.0.0.1:${port}/ws?views=1${query}`, options);
    const [greeting] = await once(socket, 'message');
    socket.terminate();
    return JSON.parse(String(greeting)).server;
  }
  const reachedAll = (port: number) => Promise.all(matches.map((match) => reached(port, `&match=${match}`)));

  it.each(proxyNames)(
    'FX7 reach one process through %s, and the death of another process moves none of them',
    async (name) => {
      const own = temporaryFolder();
      const proxy = await DeployedProxy.start(name, own.path, ports);
      try {
        // All processes are known to be up.
        const isWhole = async () => {
          const found = await Promise.all(matches.map(() => reached(proxy.port, '')));
          expect(new Set(found).size, proxy.output).toBe(servers.length);
          expect(new Set(await reachedAll(proxy.port)).size).toBe(servers.length);
        };
        await vi.waitFor(isWhole, { timeout: 60_000, interval: 100 });
        const before = await reachedAll(proxy.port);
        expect(await reachedAll(proxy.port)).toEqual(before);
        // A text that is not the id of a match must not lead all connections to one process.
        const odd = await Promise.all(matches.map(() => reached(proxy.port, `&match=${'x'.repeat(65)}`)));
        expect(new Set(odd).size).toBe(servers.length);
        const empty = await Promise.all(matches.map(() => reached(proxy.port, '&match=')));
        expect(new Set(empty).size).toBe(servers.length);

        const dead = await reached(ports[0] ?? 0, '', false);
        await servers[0]?.end('SIGKILL');
        const after = await reachedAll(proxy.port);
        for (const [n, server] of before.entries()) {
          if (server === dead) expect(after[n]).not.toBe(dead);
          else expect(after[n], matches[n]).toBe(server);
        }
      } finally {
        await proxy.stop();
        own.remove();
        if (!servers[0]?.running) servers[0] = await start(0);
      }
    },
  );
});
