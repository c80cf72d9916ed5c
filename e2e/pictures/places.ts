// Takes a picture of every page. Usage, after a build: `npx tsx e2e/pictures/places.ts [part of a name]`. The pictures go to
// e2e/.results/pictures, which git ignores.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@anchor/testkit/random';
import { launch } from '../kit/browser.ts';
import { placesOf } from '../kit/places.ts';
import { HOSTILE_NAMES, populate } from '../kit/population.ts';
import { TestServer } from '../kit/test-server.ts';

const wanted = process.argv[2] ?? '';
const folder = fileURLToPath(new URL('../.results/pictures/', import.meta.url));
const NAMES = ['Ann Marlow', 'Bertil', 'Cem', 'Dilnoza', 'Esi', 'Farid', ...HOSTILE_NAMES];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;

mkdirSync(folder, { recursive: true });
const testServer = new TestServer({
  env: { WORKER_KEY: 'a key for the pictures' },
  browser: () => launch({ whole: true }),
});
try {
  await testServer.open();
  const population = await populate(testServer.url, NAMES, { random: seededRandom(1), rounds: 4 });
  const places = placesOf(population).filter(({ name }) => name.includes(wanted));
  for (const viewport of SIZES) for (const theme of THEMES) await takePictures(places, viewport, theme);
  console.log(`${places.length * SIZES.length * THEMES.length} pictures are in ${folder}`);
} finally {
  await testServer.close();
}

async function takePictures(
  places: ReturnType<typeof placesOf>,
  viewport: (typeof SIZES)[number],
  colorScheme: (typeof THEMES)[number],
): Promise<void> {
  const context = await testServer.browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme });
  const page = await context.newPage();
  for (const { name, path, fitted = false, press } of places) {
    await page.goto(testServer.url + path);
    await page.locator('h1').first().waitFor();
    await page.locator('.spinner').first().waitFor({ state: 'detached' });
    if (press) {
      await page.getByRole('button', { name: press.button }).click();
      await page.locator(press.shows).waitFor();
    }
    await page.screenshot({ path: `${folder}${name}-${viewport.width}-${colorScheme}.png`, fullPage: !fitted });
  }
  await context.close();
}
