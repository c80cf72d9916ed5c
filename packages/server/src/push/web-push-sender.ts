import { Agent } from 'node:https';
import webPush from 'web-push';
import type { PushMessage, PushSender, PushVerdict, StoredPushSubscription } from '../domain/ports/push.ts';
import type { VapidKeys } from './vapid-keys.ts';

/**
 * The push services of the browsers. A name that begins with a dot stands for every host below it. Any other address in a subscription
 * would make this server send requests to a host of a stranger's choice.
 */
export const BROWSERS_PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

const TIMEOUT_MS = 10_000;
const MAX_SOCKETS = 16;
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);
const TOO_MANY = 429;

interface SenderParts {
  /** The present key pair, then former ones. */
  readonly keys: readonly [VapidKeys, ...VapidKeys[]];
  /** A mail address (`mailto:`) or page (`https:`) at which push services reach the operator. */
  readonly contact: string;
  /** Names of hosts, with a port unless it is 443. */
  readonly services: readonly string[];
  /** Certificates to trust in addition to those of the system, PEM. */
  readonly ca?: string;
  /** Called with the status of a refusal, or the code of a network failure. */
  readonly failed: (fault: { readonly service: string; readonly reason: string }) => void;
}

/** Sends push messages to the browsers' push services, encrypted (RFC 8291) and signed (RFC 8292) by the library web-push. */
export class WebPushSender implements PushSender {
  readonly #parts: SenderParts;
  readonly #agent: Agent;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, ...(parts.ca ? { ca: parts.ca } : {}) });
  }

  get key(): string {
    return this.#parts.keys[0].publicKey;
  }

  knows(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, host, username, password } = new URL(endpoint);
    const isPlain = protocol === 'https:' && username === '' && password === '';
    return isPlain && this.#parts.services.some((name) => (name.startsWith('.') ? host.endsWith(name) : host === name));
  }

  async send(to: StoredPushSubscription, message: PushMessage): Promise<PushVerdict> {
    const keys = this.#parts.keys.find(({ publicKey }) => publicKey === to.vapid);
    if (!keys) return 'gone';
    if (!this.knows(to.endpoint)) return 'refused';
    const { endpoint, p256dh, auth } = to;
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, message.text, {
        vapidDetails: { subject: this.#parts.contact, ...keys },
        TTL: Math.ceil(message.lifetimeMs / 1000),
        urgency: message.isUrgent ? 'high' : 'normal',
        topic: message.topic,
        timeout: TIMEOUT_MS,
        agent: this.#agent,
      });
      return 'sent';
    } catch (error) {
      return this.#verdictOn(error, endpoint);
    }
  }

  /** Ends the idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  #verdictOn(error: unknown, endpoint: string): PushVerdict {
    const status = error instanceof webPush.WebPushError ? error.statusCode : null;
    if (status !== null && GONE.has(status)) return 'gone';
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
    // The rest of the address is a secret of the browser.
    this.#parts.failed({ service: new URL(endpoint).host, reason: status === null ? code : String(status) });
    return status === null || status >= 500 || status === TOO_MANY ? 'unavailable' : 'refused';
  }
}
