import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const deploy = new URL('../../deploy/', import.meta.url);
const PATH = `${process.env.PATH}:/usr/sbin`;
/** The name of the site in the configurations of deploy/. */
export const HOST = 'backgammon.example.org';

interface Place {
  /** An empty folder for the files of the proxy. */
  readonly folder: string;
  /** The port on which the proxy must serve TLS. */
  readonly port: number;
  /** The ports of the three processes. */
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

export const proxyNames = Object.keys(proxies);

/** One of the three proxies with its configuration of deploy/, in front of three processes. */
export class DeployedProxy {
  readonly port: number;
  readonly #child: ChildProcess;
  #output = '';

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#output += text));
  }

  /** Starts the proxy with an empty folder for its files. It may take a moment until it answers. */
  static async start(name: string, folder: string, processes: readonly number[]): Promise<DeployedProxy> {
    const configure = proxies[name];
    if (!configure) throw new Error(`no proxy ${name}`);
    const port = await freePort();
    makeCertificate(folder);
    const { command, args } = configure({ folder, port, processes });
    if (spawnSync('which', [command], { env: { PATH } }).status !== 0)
      throw new Error(`No ${command}: install the Debian package ${command}.`);
    return new DeployedProxy(port, spawn(command, args, { cwd: folder, env: { PATH, HOME: folder } }));
  }

  get output(): string {
    return this.#output;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    // The workers of nginx outlive a main process that is killed.
    this.#child.kill(this.#child.spawnfile === 'nginx' ? 'SIGTERM' : 'SIGKILL');
    await ended;
  }
}

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

/** Sends a request for the site to a proxy on this port, over a connection of its own. */
export function get(
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
