// Takes a picture of every place: `node e2e/screenshots.mjs [part of a name]`, after a build. They are in e2e/.results/pictures, which git leaves alone.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { launch } = await import('./kit/browser.ts');
const { gatherCompany, HOSTILE_NAMES } = await import('./kit/company.ts');
const { placesOf } = await import('./kit/places.ts');
const { seededRandom } = await import('./kit/policy.ts');
const { freePort, ServerProcess, temporaryFolder } = await import('./kit/server.ts');

const wanted = process.argv[2] ?? '';
const folder = fileURLToPath(new URL('.results/pictures/', import.meta.url));
const NAMES = ['Ann Marlow', 'Bertil', 'Cem', 'Dilnoza', 'Esi', 'Farid', ...HOSTILE_NAMES];
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

mkdirSync(folder, { recursive: true });
const data = temporaryFolder();
const server = await ServerProcess.start({
  dataDir: data.path,
  port: await freePort(),
  env: { WORKER_KEY: 'a key for the pictures' },
});
const browser = await launch({ whole: true });
try {
  const company = await gatherCompany(server.url, NAMES, { random: seededRandom(1), rounds: 4 });
  const places = placesOf(company).filter(({ name }) => name.includes(wanted));
  for (const { width, height } of SIZES) {
    for (const theme of ['light', 'dark']) {
      const context = await browser.newContext({
        viewport: { width, height },
        reducedMotion: 'reduce',
        colorScheme: theme,
      });
      const page = await context.newPage();
      for (const { name, path, fitted = false, press } of places) {
        await page.goto(server.url + path);
        await page.locator('h1').first().waitFor();
        await page.locator('.spinner').first().waitFor({ state: 'detached' });
        if (press) {
          await page.getByRole('button', { name: press.button }).click();
          await page.locator(press.shows).waitFor();
        }
        await page.screenshot({ path: `${folder}${name}-${width}-${theme}.png`, fullPage: !fitted });
      }
      await context.close();
    }
  }
  console.log(`${places.length * SIZES.length * 2} pictures are in ${folder}`);
} finally {
  await browser.close();
  await server.end();
  data.remove();
}
