// Takes docs/board.png: a match against the bot after a few moves. Usage, after a build: `npx tsx e2e/pictures/board.ts [file]`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from '../kit/browser.ts';
import { smaller } from '../kit/png.ts';
import { hasFreshRoll, playAtScreen } from '../kit/screen-player.ts';
import { TestServer } from '../kit/test-server.ts';

const file = process.argv[2] ?? fileURLToPath(new URL('../../docs/board.png', import.meta.url));
const ACTIONS = 20;

const testServer = new TestServer({ browser: () => launch({ whole: true }) });
try {
  await testServer.open();
  const context = await testServer.browser.newContext({
    viewport: { width: 1295, height: 740 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(testServer.url);
  await page.getByRole('button', { name: 'Play the bot' }).click();
  let actions = 0;
  await playAtScreen(
    page,
    { doubles: true, takes: true },
    async () => ++actions > ACTIONS && (await hasFreshRoll(page)),
  );
  await page.mouse.move(0, 0);
  writeFileSync(file, await smaller(page, await page.locator('.match').screenshot()));
  console.log(`A picture of the board is in ${file}`);
} finally {
  await testServer.close();
}
