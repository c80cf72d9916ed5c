import { fromBase64Url, toBase64Url } from '@anchor/wire';

/** The parts of a push subscription that the server needs (RFC 8030, RFC 8291), base64url. */
interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The reason why a browser takes no messages: it cannot, the user does not allow it, or its push service does not answer. */
export type PushFault = 'push-unsupported' | 'push-denied' | 'push-unreachable';

/** Browsers without a reachable push service never answer. */
const WORKER_MS = 5_000;
const SERVICE_MS = 15_000;
/** The service worker reads the page's language from here. See offline/worker.ts. */
const SETTINGS_CACHE = 'settings';
const LANGUAGE_PATH = '/language';

/** False where the browser takes no push messages, or the page has no service worker. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Asks the user for permission. Must be called in the handler of a click. */
export async function askForPermission(): Promise<PushFault | null> {
  if (!canPush()) return 'push-unsupported';
  return (await Notification.requestPermission()) === 'granted' ? null : 'push-denied';
}

export function isPermitted(): boolean {
  return canPush() && Notification.permission === 'granted';
}

/** Subscribes this browser to messages signed with the server's key (base64url), or returns the subscription that it has. */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription | PushFault> {
  const manager = await pushManager();
  if (!manager) return 'push-unsupported';
  try {
    const present = await manager.getSubscription();
    if (present && keyOf(present) !== key) await present.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: fromBase64Url(key) };
    const subscription = await within(SERVICE_MS, manager.subscribe(options));
    return subscription ? partsOf(subscription) : 'push-unreachable';
  } catch {
    return Notification.permission === 'granted' ? 'push-unreachable' : 'push-denied';
  }
}

/** The endpoint of this browser's subscription, null if it has none. */
export async function subscribedEndpoint(): Promise<string | null> {
  return (await presentSubscription())?.endpoint ?? null;
}

/** Ends this browser's subscription. */
export async function unsubscribeBrowser(): Promise<void> {
  const present = await presentSubscription();
  if (present) await within(SERVICE_MS, present.unsubscribe()).catch(() => false);
}

/** Stores the language of the page for the service worker, which shows the messages. */
export async function keepLanguage(tag: string): Promise<void> {
  const cache = await caches.open(SETTINGS_CACHE).catch(() => null);
  await cache?.put(LANGUAGE_PATH, new Response(tag)).catch(() => undefined);
}

async function pushManager(): Promise<PushManager | null> {
  if (!canPush()) return null;
  const registration = await within(WORKER_MS, navigator.serviceWorker.ready);
  return registration?.pushManager ?? null;
}

/** Waits for no service worker: without one there is no subscription. */
async function presentSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  try {
    const registration = await within(WORKER_MS, navigator.serviceWorker.getRegistration());
    return (await registration?.pushManager.getSubscription()) ?? null;
  } catch {
    return null;
  }
}

/** Resolves to null when the time is over. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), ms));
  return Promise.race([work, late]);
}

function partsOf(subscription: PushSubscription): BrowserSubscription | PushFault {
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
  if (!p256dh || !auth) return 'push-unsupported';
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(new Uint8Array(p256dh)),
    auth: toBase64Url(new Uint8Array(auth)),
  };
}

function keyOf({ options }: PushSubscription): string | null {
  return options.applicationServerKey && toBase64Url(new Uint8Array(options.applicationServerKey));
}
