import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';

const deploy = new URL('../../deploy/', import.meta.url);
const PATH = `${process.env.PATH}:/usr/sbin`;
const HOST = 'backgammon.example.org';
const WRITES_PER_MINUTE = 5;

interface Place {
  /** An empty folder for the files of the proxy. */
  readonly folder: string;
  /** The port on which the proxy must serve TLS. */
  readonly port: number;
  /** The ports of the three processes. The first one does not answer, and the others are one and the same. */
  readonly processes: readonly number[];
}

/** Replaces each text or pattern, and fails if the file of the repository does not contain it. */
function adapt(file: string, replacements: readonly (readonly [string | RegExp, string])[]): string {
  let text = readFileSync(new URL(file, deploy), 'utf8');
  for (const [from, to] of replacements) {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`${file} lacks ${from}`);
    text = changed;
  }
  return text;
}

const processPorts = ({ processes }: Place) =>
  processes.map((port, n) => [`127.0.0.1:300${n + 1}`, `127.0.0.1:${port}`] as const);

/** Each proxy, with the changes that let the deployed configuration run on this machine's loopback. */
const proxies: Readonly<Record<string, (place: Place) => { readonly command: string; readonly args: string[] }>> = {
  nginx(place) {
    const site = adapt('nginx.conf', [
      ...processPorts(place),
      [/^ *listen \[::\].*$/gm, ''],
      ['listen 80;', `listen unix:${join(place.folder, 'http.sock')};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${place.port} ssl http2;`],
      [/\/etc\/letsencrypt\/live\/[^/]+\/fullchain\.pem/g, join(place.folder, 'certificate.pem')],
      [/\/etc\/letsencrypt\/live\/[^/]+\/privkey\.pem/g, join(place.folder, 'key.pem')],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(place.folder, name)};`,
    );
    const main = [`pid ${join(place.folder, 'pid')};`, 'daemon off;', 'events {}', 'http {', 'access_log off;'];
    writeFileSync(join(place.folder, 'nginx.conf'), [...main, ...temporary, site, '}'].join('\n'));
    return { command: 'nginx', args: ['-e', 'stderr', '-p', place.folder, '-c', join(place.folder, 'nginx.conf')] };
  },
  Caddy(place) {
    const site = adapt('Caddyfile', [
      ...processPorts(place),
      [
        /^backgammon\.example\.org \{/gm,
        `https://${HOST}:${place.port} {\n\tbind 127.0.0.1\n\ttls certificate.pem key.pem`,
      ],
    ]);
    writeFileSync(join(place.folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
    return { command: 'caddy', args: ['run', '--adapter', 'caddyfile', '--config', 'Caddyfile'] };
  },
  HAProxy(place) {
    const configuration = adapt('haproxy.cfg', [
      ...processPorts(place),
      [/bind :80$/gm, `bind unix@${join(place.folder, 'http.sock')}`],
      ['bind :443 ', `bind 127.0.0.1:${place.port} `],
      ['/etc/haproxy/backgammon.example.org.pem', join(place.folder, 'both.pem')],
    ]);
    writeFileSync(join(place.folder, 'haproxy.cfg'), configuration);
    return { command: 'haproxy', args: ['-db', '-f', 'haproxy.cfg'] };
  },
};

describe.each(Object.keys(proxies))('%s with the configuration of deploy/', (name) => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let proxy: ChildProcess;
  let port = 0;
  let output = '';

  beforeAll(async () => {
    const start = proxies[name];
    if (!start) throw new Error(`no proxy ${name}`);
    port = await freePort();
    const [dead, live] = [await freePort(), await freePort()];
    const processes = [dead, live, live];
    server = await ServerProcess.start({
      dataDir: join(folder.path, 'data'),
      port: live,
      env: { PUBLIC_URL: `https://${HOST}`, TRUST_PROXY: 'on', LIMIT_WRITE: String(WRITES_PER_MINUTE) },
    });
    makeCertificate(folder.path);
    const { command, args } = start({ folder: folder.path, port, processes });
    if (spawnSync('which', [command], { env: { PATH } }).status !== 0)
      throw new Error(`No ${command}: install the Debian package ${command}.`);
    proxy = spawn(command, args, { cwd: folder.path, env: { PATH, HOME: folder.path } });
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (text) => (output += text));
    const answers = async () => expect((await get(port, '/healthz')).status, output).toBe(200);
    await vi.waitFor(answers, { timeout: 60_000, interval: 100 });
  });

  afterAll(async () => {
    if (proxy?.exitCode === null) {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGKILL');
      await ended;
    }
    await server?.end();
    folder.remove();
  });

  it('FX1 serves the page over TLS, and tells browsers to stay on TLS', async () => {
    const { status, headers, body } = await get(port, '/');
    expect(status).toBe(200);
    expect(body).toMatch(/<!doctype html>/i);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
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

/** A certificate of our own, and both parts in one file as HAProxy wants them. */
function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-days', '2', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function get(
  port: number,
  path: string,
  {
    method = 'GET',
    body = '',
    headers = {},
  }: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      servername: HOST,
      rejectUnauthorized: false,
      agent: false,
    };
    const sent = request({ ...options, headers: { host: HOST, accept: 'text/html', ...headers } }, async (answer) => {
      const pieces: Buffer[] = [];
      try {
        for await (const piece of answer) pieces.push(piece as Buffer);
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces).toString('utf8') });
      } catch (error) {
        reject(error);
      }
    });
    sent.once('error', reject);
    if (Number(headers['content-length'] ?? body.length) > body.length) sent.write(body);
    else sent.end(body);
  });
}
