import { readNotice, shownAs } from './notice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Set by the build: every file of this release, and a name that changes when any of them changes. */
declare const __FILES__: readonly string[];
declare const __RELEASE__: string;

const CACHE = `anchor-${__RELEASE__}`;
/** The verifier that the server publishes is kept too, so that records can be checked offline. */
const KEPT: ReadonlySet<string> = new Set([
  ...['/', '/src/record/index.js'],
  ...__FILES__.filter((path) => !isKeptWhenUsed(path)),
]);
/** These paths are not pages. The worker never answers them, so that no old answer is taken for a new one. */
const ANSWERS = /^\/(?:api|records|log|worker|healthz|metrics|ws)(?:\/|$)/;
/** The worker treats a connection without an answer for this long as offline. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keepRelease()));
self.addEventListener('activate', (event) => event.waitUntil(begin()));
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});
self.addEventListener('push', (event) => event.waitUntil(showNotice(event.data?.text() ?? '')));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showPage(String(event.notification.data)));
});

async function keepRelease(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    [...KEPT].map((path) => new Request(path, { cache: isNamedByContent(path) ? 'default' : 'reload' })),
  );
}

/**
 * A new release takes over when the last page of the old one is closed. Until then that page finds its own files here,
 * including those that the server no longer has.
 */
async function begin(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('anchor-') && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Returns null for requests that this worker does not handle. */
function answerTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || ANSWERS.test(pathname)) return null;
  if (request.mode === 'navigate') return documentFor(request, pathname);
  if (isNamedByContent(pathname)) return keptFirst(request);
  return KEPT.has(pathname) ? serverFirst(request, pathname) : null;
}

/** The engine is larger than everything else, and most visitors never use it. It is kept from its first use on. */
function isKeptWhenUsed(path: string): boolean {
  return path.startsWith('/assets/engine-');
}

function isNamedByContent(path: string): boolean {
  return path.startsWith('/assets/');
}

/**
 * Returns the newest page. Without the server, or while it restarts behind its proxy, returns the page of this release.
 */
async function documentFor(request: Request, pathname: string): Promise<Response> {
  const kept = KEPT.has(pathname) ? pathname : '/';
  const answer = await fromServer(request);
  if (answer && answer.status < 500) return answer;
  return (await caches.match(kept)) ?? answer ?? Response.error();
}

/** Every answer is passed on as it is: a worker has the policy of its response, so a copy without the headers would have none. */
async function keptFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetchAndKeep(request);
}

async function fetchAndKeep(request: Request): Promise<Response> {
  const answer = await fetch(request);
  // A worker without a policy of its own could run scripts of others. If a proxy has taken it away, the file is not kept in that state.
  const isSafe = answer.headers.has('content-security-policy');
  if (answer.ok && isSafe && isKeptWhenUsed(new URL(request.url).pathname)) {
    const cache = await caches.open(CACHE);
    // if there is no space, the file is fetched again next time
    await cache.put(request, answer.clone()).catch(() => undefined);
  }
  return answer;
}

async function serverFirst(request: Request, pathname: string): Promise<Response> {
  const answer = await fromServer(request);
  if (answer?.ok) return answer;
  return (await caches.match(pathname)) ?? answer ?? Response.error();
}

/** Resolves to null if the server cannot be reached. */
function fromServer(request: Request): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([fetch(request).catch(() => null), late]);
}

async function showPage(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (!page) return void (await self.clients.openWindow(path));
  await page.focus();
  // Every page shows an opponent who was found; a match has its own page.
  if (path !== '/' && new URL(page.url).pathname !== path) await page.navigate(path).catch(() => null);
}

/** Shows a push message, unless the player sees a page of the service, which tells them itself. */
async function showNotice(text: string): Promise<void> {
  const notice = readNotice(text);
  if (!notice) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { title, ...rest } = shownAs(notice, await languageOfPage());
  await self.registration.showNotification(title, { ...rest, icon: '/icon-192.png', data: notice.path });
}

/** The language that the page has stored (see src/platform/push.ts), or the browser's. */
async function languageOfPage(): Promise<string> {
  const stored = await caches.match('/language', { cacheName: 'settings' });
  return (await stored?.text()) ?? self.navigator.language;
}
