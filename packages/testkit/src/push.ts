import { execFileSync, spawnSync } from 'node:child_process';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service (RFC 8030) on localhost that keeps what it receives. */
export interface PushService {
  /** Host name and port. */
  readonly host: string;
  /** The file with its certificate, PEM. */
  readonly certificateFile: string;
  readonly certificate: string;
  readonly received: ReceivedPush[];
  /** The status of its answers, at first 201. */
  status: number;
  stop(): void;
}

/** The tests that start a push service are skipped without the program openssl, which makes its certificate. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/**
 * Starts a push service with a certificate of its own, which needs the program openssl. `folder` is for its files. Calls `deliver` with
 * each message that it accepts.
 */
export async function startPushService(
  folder: string,
  deliver: (push: ReceivedPush) => void = () => undefined,
): Promise<PushService> {
  const [keyFile, certificateFile] = [join(folder, 'push-key.pem'), join(folder, 'push-certificate.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', [...kind, ...names, '-keyout', keyFile, '-out', certificateFile], { stdio: 'pipe' });
  const certificate = readFileSync(certificateFile, 'utf8');
  const server = createServer({ key: readFileSync(keyFile), cert: certificate }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const push = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) };
      service.received.push(push);
      response.writeHead(service.status).end();
      if (service.status < 300) deliver(push);
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const service: PushService = {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    certificateFile,
    certificate,
    received: [],
    status: 201,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
}

/** The keys of a browser's push subscription, base64url, and the way in which the browser decrypts a body. */
export function pushBrowser(): { p256dh: string; auth: string; decrypt(body: Uint8Array): string } {
  const ecdh = createECDH('prime256v1');
  const ownKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: ownKey.toString('base64url'),
    auth: auth.toString('base64url'),
    // RFC 8291, sections 3.3 and 3.4; RFC 8188, section 2.
    decrypt(body) {
      const [salt, serverKey, sealed] = [body.subarray(0, 16), body.subarray(21, 21 + 65), body.subarray(21 + 65)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, serverKey]);
      const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(serverKey), auth, info, 32));
      const derive = (purpose: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${purpose}\0`, bytes));
      const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return text.subarray(0, text.lastIndexOf(2)).toString();
    },
  };
}
