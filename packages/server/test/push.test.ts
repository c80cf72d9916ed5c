import { hasOpenssl, type PushService, pushBrowser, startPushService } from '@anchor/testkit/push';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { vapidKeysFrom } from '../src/push/vapid-keys.ts';
import { BROWSERS_PUSH_SERVICES, WebPushSender } from '../src/push/web-push-sender.ts';
import { temporaryFolder } from './storage/folders.ts';

const present = vapidKeysFrom('11'.repeat(32));
const former = vapidKeysFrom('22'.repeat(32));
const contact = 'mailto:operator@example.org';
const message = { text: '{"kind":"turn"}', lifetimeMs: 20_500, isUrgent: true, topic: 'match-1' };

const folder = temporaryFolder();
let service: PushService;
let faults: { readonly service: string; readonly reason: string }[];
let sender: WebPushSender;

/** A browser that has subscribed with a key of the server. */
function browser(vapid = present.publicKey) {
  const { p256dh, auth, decrypt } = pushBrowser();
  const endpoint = `https://${service.host}/push/secret`;
  return { subscription: { endpoint, p256dh, auth, vapid, pub: '', kinds: [], created: 0 }, decrypt };
}

describe.skipIf(!hasOpenssl)('a push message', () => {
  beforeAll(async () => {
    service = await startPushService(folder.path);
  });
  beforeEach(() => {
    faults = [];
    service.status = 201;
    service.received.length = 0;
    sender?.close();
    sender = new WebPushSender({
      keys: [present, former],
      contact,
      services: [...BROWSERS_PUSH_SERVICES, service.host],
      ca: service.certificate,
      failed: (fault) => faults.push(fault),
    });
  });
  afterAll(() => {
    sender.close();
    service.stop();
    folder.remove();
  });

  it('PU8 reaches the push service over HTTPS, and only the browser can read it', async () => {
    const { subscription, decrypt } = browser();
    expect(await sender.send(subscription, message)).toBe('sent');
    const [sent] = service.received;
    expect(sent?.path).toBe('/push/secret');
    expect(sent?.headers).toMatchObject({
      ttl: '21',
      urgency: 'high',
      topic: 'match-1',
      'content-encoding': 'aes128gcm',
    });
    expect(sent?.body.includes(message.text)).toBe(false);
    expect(decrypt(sent?.body ?? Buffer.alloc(0))).toBe(message.text);
    expect(() => browser().decrypt(sent?.body ?? Buffer.alloc(0))).toThrow();
  });

  it.each([
    ['present', present],
    ['former', former],
  ])('PU9 is signed with the %s key if the browser has subscribed with it', async (_name, keys) => {
    expect(await sender.send(browser(keys.publicKey).subscription, message)).toBe('sent');
    const [, token = '', key] = service.received[0]?.headers.authorization?.match(/^vapid t=([^,]+), ?k=(.+)$/) ?? [];
    expect(key).toBe(keys.publicKey);
    const point = Buffer.from(keys.publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const verified = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
      audience: `https://${service.host}`,
      subject: contact,
    });
    expect(verified.payload.exp ?? 0).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600);
  });

  it('PU10 for a key that this server does not have is not sent, and the subscription has ended', async () => {
    expect(await sender.send(browser(vapidKeysFrom('33'.repeat(32)).publicKey).subscription, message)).toBe('gone');
    expect(service.received).toEqual([]);
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [403, 'gone'],
    [413, 'refused'],
    [429, 'unavailable'],
    [500, 'unavailable'],
  ])('PU11 that the push service answers with %i is %s, and the log has no secret', async (answer, verdict) => {
    service.status = answer;
    expect(await sender.send(browser().subscription, message)).toBe(verdict);
    expect(faults).toEqual(verdict === 'gone' ? [] : [{ service: service.host, reason: String(answer) }]);
  });

  it('PU12 is unavailable when nothing answers, or the certificate is not trusted', async () => {
    const { subscription } = browser();
    const strict = new WebPushSender({
      keys: [present],
      contact,
      services: [service.host, 'localhost:1'],
      failed: (fault) => faults.push(fault),
    });
    expect(await strict.send(subscription, message)).toBe('unavailable');
    expect(await strict.send({ ...subscription, endpoint: 'https://localhost:1/x' }, message)).toBe('unavailable');
    expect(service.received).toEqual([]);
    expect(faults).toHaveLength(2);
    strict.close();
  });

  it('PU13 goes to no other hosts than the known push services', async () => {
    const known = ['https://fcm.googleapis.com/a', 'https://web.push.apple.com/a', 'https://a.b.notify.windows.com/a'];
    expect(known.map((endpoint) => sender.knows(endpoint))).toEqual([true, true, true]);
    const others = [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://fcm.googleapis.com.example.org/a',
      'https://user@fcm.googleapis.com/a',
      'https://example.org/fcm.googleapis.com',
      'https://evilpush.apple.com.example/a',
      'https://xpush.apple.com/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://localhost/a',
      'not an address',
    ];
    expect(others.map((endpoint) => sender.knows(endpoint))).toEqual(others.map(() => false));
    const { subscription } = browser();
    expect(await sender.send({ ...subscription, endpoint: 'https://localhost/a' }, message)).toBe('refused');
  });
});

describe('the key that signs push messages', () => {
  it('PU14 follows from the server key, so that all processes have the same one', () => {
    expect(vapidKeysFrom('11'.repeat(32))).toEqual(present);
    expect(present.publicKey).not.toBe(former.publicKey);
    expect(Buffer.from(present.publicKey, 'base64url')).toHaveLength(65);
    expect(present.publicKey).toBe(
      'BFesx5sGc-1sOkZ62CUVaMn-VpFgCc5QOEQ6J82RRZvXUO2YcTiMBmTTmAGtoTiBUh-pf3CI6mmX40vQabx8J68',
    );
  });
});
