import { launch, SAVE_DATA } from '../e2e/kit/browser.ts';
import { freePort } from '../e2e/kit/free-port.ts';
import { playMatch } from '../e2e/kit/play-match.ts';
import { hasFreshRoll, playAtScreen } from '../e2e/kit/screen-player.ts';
import { ServerProcess, temporaryFolder } from '../e2e/kit/server.ts';
import { generateKey } from '../packages/record/src/index.ts';
import { seededRandom } from '../packages/testkit/src/random.ts';
import { gaps, OBSERVERS } from './client-page.ts';

type Browser = Awaited<ReturnType<typeof launch>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
type Devtools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>;

/** Measures the milliseconds from the click until the estimate is in the page, by the page's clock. */
const WATCH_ESTIMATE = `
  globalThis.estimated = new Promise((resolve) => {
    let begun = 0;
    addEventListener('click', () => { begun = performance.now(); }, { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.tier')?.textContent.includes('Estimate by')) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - begun));
    }).observe(document.body, { childList: true, subtree: true });
  });
  undefined;
`;

/** Number of bytes transferred for the engine. */
const ENGINE_BYTES = `
  performance.getEntriesByType('resource')
    .filter(({ name }) => name.includes('/assets/engine-'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
`;

// Measures the costs of the page for a visitor, in a real browser with the built server. The limits are the
// project's own.
const folder = temporaryFolder();
const server = await ServerProcess.start({
  dataDir: folder.path,
  port: await freePort(),
  env: { BOT_DELAY_MS: '0' },
});
const browser = await launch({ whole: true });
try {
  row('what', 'measured', 'limit');
  row('home, first load, compressed', `${((await firstLoadBytes('/')) / 1000).toFixed(1)} kB`, '70 kB');
  await matchFigures();
  await reviewFigures();
} finally {
  await browser.close();
  await server.end();
  folder.remove();
}

function row(what: string, measured: string, limit: string): void {
  console.log(`${what.padEnd(52)} ${measured.padStart(12)}   ${limit}`);
}

async function newPage(): Promise<{ page: Page; devtools: Devtools }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(OBSERVERS);
  return { page, devtools: await context.newCDPSession(page) };
}

/** Returns the bytes transferred until the page is complete and idle, headers and bodies. */
async function firstLoadBytes(path: string): Promise<number> {
  const { page, devtools } = await newPage();
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
  await page.locator('.lists').waitFor();
  await page.context().close();
  return bytes;
}

async function matchFigures(): Promise<void> {
  const { page, devtools } = await newPage();
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Play the bot' }).click();
  await playAtScreen(page, undefined, () => hasFreshRoll(page));
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  row('match, until a checker can be moved, CPU slowed down 4 times', `${await untilMovable(page)} ms`, '1500 ms');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { perSecond, longestMs } = await drag(page);
  row('frames while a checker is dragged', `${perSecond.toFixed(1)} /s`, '60 /s');
  row('the longest frame', `${longestMs.toFixed(1)} ms`, '');
  await page.evaluate('globalThis.shifted = 0');
  let turns = 0;
  await playAtScreen(page, undefined, async () => (await hasFreshRoll(page)) && ++turns > 6);
  row('layout shift in six turns', String(await page.evaluate('globalThis.shifted.toFixed(4)')), '0');
  await page.context().close();
}

/**
 * Measures the review of a match to 7 played by the heuristic, from the click until the estimate shows. The
 * engine is downloaded each time.
 */
async function reviewFigures(): Promise<void> {
  const keys = [await generateKey(), await generateKey()] as const;
  const policy = { random: seededRandom(7), double: 0.05, take: 0.8 };
  const { match } = await playMatch(server.url, keys, { length: 7, rated: false, clock: 'slow' }, policy);
  const times: number[] = [];
  let bytes = 0;
  let rows = 0;
  for (let run = 0; run < 5; run++) {
    const { page } = await newPage();
    await page.addInitScript(SAVE_DATA);
    await page.goto(`${server.url}/review/${match}`);
    await page.getByText('Not analysed yet').waitFor();
    rows = await page.locator('.step').count();
    await page.evaluate(WATCH_ESTIMATE);
    await page.getByRole('button', { name: 'Quick analysis' }).click();
    times.push(Number(await page.evaluate('globalThis.estimated')));
    bytes = Number(await page.evaluate(ENGINE_BYTES));
    await page.context().close();
  }
  const [, , median = Number.NaN] = times.sort((a, b) => a - b);
  row(`instant review of a match to 7, ${rows} moves`, `${Math.round(median)} ms`, '20000 ms');
  row('the engine for it, compressed, with its weights', `${(bytes / 1000).toFixed(1)} kB`, '200 kB');
}

/** Returns the time from the start of a reload until the first checker can be moved, by the page's clock. */
async function untilMovable(page: Page): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < 5; load++) {
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.board__place.is-movable').first().waitFor();
    times.push(Number(await page.evaluate('performance.now()')));
  }
  return Math.round(times.sort((a, b) => a - b)[2] ?? Number.NaN);
}

/** Drags a checker around the board for two seconds and puts it back. */
async function drag(page: Page): Promise<{ perSecond: number; longestMs: number }> {
  const box = await page.locator('.board__place.is-movable').first().boundingBox();
  const board = await page.locator('.board__surface').boundingBox();
  if (!box || !board) throw new Error('no checker to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 20);
  await page.evaluate('countFrames()');
  const end = performance.now() + 2_000;
  for (let step = 0; performance.now() < end; step++) {
    const angle = step / 9;
    await page.mouse.move(
      board.x + board.width * (0.5 + 0.4 * Math.cos(angle)),
      board.y + board.height * (0.5 + 0.4 * Math.sin(angle)),
    );
  }
  const between = gaps(await page.evaluate<number[]>('cancelAnimationFrame(counting), frames'));
  await page.mouse.move(x, y);
  await page.mouse.up();
  const total = between.reduce((sum, ms) => sum + ms, 0);
  return { perSecond: (between.length * 1000) / total, longestMs: Math.max(...between) };
}
