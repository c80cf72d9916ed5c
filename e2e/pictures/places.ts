// Takes a picture of every page and of the states of a match and its review. Usage, after a build:
// `npx tsx e2e/pictures/places.ts [part of a name]`. The pictures go to e2e/.results/pictures, which git ignores.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { launch, resize, SAVE_DATA } from '../kit/browser.ts';
import { type Place, placesOf } from '../kit/places.ts';
import { HOSTILE_NAMES, populate } from '../kit/population.ts';
import { TestServer } from '../kit/test-server.ts';
import { emptyStates, type State, states, visit } from './states.ts';

const wanted = process.argv[2] ?? '';
const folder = fileURLToPath(new URL('../.results/pictures/', import.meta.url));
const NAMES = ['Ann Marlow', 'Bertil', 'Cem', 'Dilnoza', 'Esi', 'Farid', ...HOSTILE_NAMES];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
const workerKey = 'a key for the pictures';

mkdirSync(folder, { recursive: true });
const testServer = new TestServer({ env: { WORKER_KEY: workerKey }, browser: () => launch({ whole: true }) });
let taken = 0;
try {
  await testServer.open();
  await takeAll(emptyStates);
  const population = await populate(testServer.url, NAMES, { random: seededRandom(1), rounds: 4 });
  await takeAll([...placesOf(population).map(stateOf), ...states]);
  console.log(`${taken} pictures are in ${folder}`);
} finally {
  await testServer.close();
}

function stateOf({ name, path, fitted = false, press }: Place): State {
  return {
    name,
    fitted,
    reach: async ({ page, url }) => {
      await visit(page, url + path);
      if (!press) return;
      await page.getByRole('button', { name: press.button }).click();
      await page.locator(press.shows).waitFor();
    },
  };
}

async function takeAll(all: readonly State[]): Promise<void> {
  for (const state of all.filter(({ name }) => name.includes(wanted))) {
    await take(state).catch((error) => {
      console.error(`${state.name}: ${error}`);
      process.exitCode = 1;
    });
  }
}

/** Brings a page into the state once, and takes a picture of it in each size and theme. */
async function take({ name, fitted = false, analyses = false, reach }: State): Promise<void> {
  const context = await testServer.browser.newContext({ reducedMotion: 'reduce' });
  if (!analyses) await context.addInitScript(SAVE_DATA);
  const page = await context.newPage();
  const end = await reach({ page, browser: testServer.browser, url: testServer.url, workerKey });
  for (const viewport of SIZES) {
    await resize(page, viewport);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}${name}-${viewport.width}-${colorScheme}.png`, fullPage: !fitted });
      taken += 1;
    }
  }
  await end?.();
  await context.close();
}
