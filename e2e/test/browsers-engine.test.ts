import { readFileSync } from 'node:fs';
import { parseMat } from 'bg-record/import';
import { makeSituation } from 'bg-rules';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reviewImport } from '../../packages/client/src/engine/instant.ts';
import { accelerate, rollout } from '../../packages/engine/src/index.ts';
import { type ChangedHeaders, startChangedHeaders } from '../kit/changed-headers.ts';
import { askWorker, enginePath, policyOf, rollOut, runsWebAssembly } from '../kit/engine-worker.ts';
import { useTestServer } from '../kit/use-test-server.ts';
import { BrowserPage } from '../kit/windows/browser-page.ts';
import { chromium } from '../kit/windows/chromium.ts';
import { firefox } from '../kit/windows/firefox.ts';
import { isFull, missingPackages } from '../kit/windows/installed.ts';
import { webkit } from '../kit/windows/webkit.ts';
import type { RunningBrowser } from '../kit/windows/window.ts';

const WASM = "script-src 'self' 'wasm-unsafe-eval';";
const STRICT = "script-src 'self';";
const MATCH = readFileSync(new URL('../../vectors/gnubg/m03-3pt.mat', import.meta.url), 'utf8');
const isEngine = (path: string) => path.startsWith('/assets/engine-');

const situation = makeSituation({ length: 7, score: [2, 4] });
const options = { trials: 100, truncation: 4, seed: 20261128 };
const position = makeSituation({ dice: [3, 1] });
const card = {
  kind: 'card',
  situation: position,
  choices: [
    {
      type: 'play',
      hops: [
        [8, 5],
        [6, 5],
      ],
    },
  ],
} as const;

const testServer = useTestServer({ browser: null });
let proxy: ChangedHeaders;
beforeAll(async () => {
  accelerate();
  proxy = await startChangedHeaders(testServer.url);
});
afterAll(() => proxy.close());

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

/** Waits until the service worker of the page answers its requests. */
async function waitForServiceWorker(page: BrowserPage): Promise<void> {
  await page.until('a service worker', () => page.call(() => navigator.serviceWorker.controller !== null, null));
}

/** Returns the paths and policies of the kept files of the engine. */
function keptEngines(): Promise<(readonly [string, string | null])[]> {
  const lists = caches.keys().then((names) =>
    Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith('/assets/engine-'));
        return Promise.all(
          requests.map(async (one) => {
            const policy = (await cache.match(one))?.headers.get('content-security-policy') ?? null;
            return [new URL(one.url).pathname, policy] as const;
          }),
        );
      }),
    ),
  );
  return lists.then((found) => found.flat());
}

const installed = [chromium, firefox, webkit].filter((one) => missingPackages(one).length === 0);

// Not `inEachBrowser`: what browsers report about WebAssembly that is refused is no error here.
describe.each(installed.map((one) => [one.name, one] as const))('the engine in %s', (_, one) => {
  const path = enginePath();
  let browser: RunningBrowser;
  let opened: BrowserPage | null = null;
  beforeAll(async () => {
    browser = await one.start();
  });
  afterAll(() => browser?.close());
  afterEach(() => opened?.window.close());

  async function arrive(at: string): Promise<BrowserPage> {
    opened = new BrowserPage(await browser.open());
    await opened.window.goto(testServer.url + at);
    return opened;
  }

  test('EW4 the engine’s worker runs WebAssembly, the page does not, and the answers are those of Node to the last bit', async () => {
    const page = await arrive('/rules');
    expect(await page.call(runsWebAssembly, null)).toBe(false);
    expect(await page.call(policyOf, '/assets/none.js')).toContain(STRICT);
    expect(await page.call(policyOf, path)).toContain(WASM);
    const read = parseMat(MATCH);
    if (!read.ok) throw new Error(read.message);
    const [match] = read.value;
    if (!match) throw new Error('no match');
    const heard = await page.call(askWorker, { path, question: { kind: 'review-import', match } });
    expect(heard.accelerated).toBe(true);
    expect(JSON.parse(heard.answered)).toEqual({ ok: true, value: asJson(await reviewImport(match)) });
    const rolled = await page.call(rollOut, { path, situation, options });
    expect(JSON.parse(rolled.value)).toEqual(asJson(await rollout(situation, options)));
  });

  // The small form tries the rest in the two browsers that are quick.
  if (one.name === 'WebKit' && !isFull) return;

  test('EW5 it also does from the service worker’s copy, while the server is down', async () => {
    const page = await arrive('/rules');
    await page.window.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.window.goto(`${testServer.url}/rules`);
    await waitForServiceWorker(page);
    const ask = () => page.call(askWorker, { path, question: card });
    const first = await ask();
    expect(first.accelerated).toBe(true);
    await page.until('a copy of the engine', async () => (await page.call(keptEngines, null)).length > 0);
    const kept = await page.call(keptEngines, null);
    expect(kept).toEqual([[path, expect.stringContaining(WASM)]]);
    await testServer.server.end();
    await page.window.goto(`${testServer.url}/rules`);
    expect(await page.call(runsWebAssembly, null)).toBe(false);
    // A copy that is passed on without its headers would run without any policy.
    expect(await page.call(policyOf, path)).toContain(WASM);
    const second = await ask();
    await testServer.start();
    expect(second.accelerated).toBe(true);
    expect(second.answered).toEqual(first.answered);
  });

  test('EW6 where a proxy or an old copy gives it another policy, or none, plain code gives the same answers, and a copy without one is not kept', async () => {
    const page = await arrive('/rules');
    const right = await page.call(askWorker, { path, question: card });
    const changes: readonly [name: string, (policy: string) => string | null, accelerated: boolean][] = [
      ['the policy of the page', (policy) => policy.replace(WASM, STRICT), false],
      ['two policies', (policy) => `${policy}, ${policy.replace(WASM, STRICT)}`, false],
      ['nothing but a default', () => "default-src 'self'", false],
      ['no policy', () => null, true],
    ];
    for (const [name, changed, accelerated] of changes) {
      proxy.change = (asked, policy) => (isEngine(asked) ? changed(policy) : policy);
      // Another address for each, because a browser may remember a file.
      const other = `${path}?${encodeURIComponent(name)}`;
      await page.window.goto(`${proxy.url}/rules`);
      const heard = await page.call(askWorker, { path: other, question: card });
      expect([name, heard.accelerated, heard.answered]).toEqual([name, accelerated, right.answered]);
    }
    proxy.change = (asked, policy) => (isEngine(asked) ? null : policy);
    await page.window.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.window.goto(`${proxy.url}/rules`);
    await waitForServiceWorker(page);
    expect(await page.call(policyOf, path)).toBe(null);
    expect((await page.call(keptEngines, null)).filter(([, policy]) => policy === null)).toEqual([]);
    // A copy from before the policy changed.
    proxy.change = (_, policy) => policy;
    await page.call(async (name: string) => {
      const [cache = ''] = await caches.keys();
      const answer = await fetch(`${name}?fresh`);
      const headers = { 'content-type': 'text/javascript', 'content-security-policy': "script-src 'self'" };
      await (await caches.open(cache)).put(name, new Response(await answer.text(), { headers }));
    }, path);
    const old = await page.call(askWorker, { path, question: card });
    expect([old.accelerated, old.answered]).toEqual([false, right.answered]);
  });
});
