// Takes docs/board.png: a match against the bot, some moves in. `node e2e/board-picture.mjs [file]`, after a build.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register();
const { launch } = await import('./kit/browser.ts');
const { smaller } = await import('./kit/png.ts');
const { hasFreshRoll, playAtScreen } = await import('./kit/screen-player.ts');
const { freePort, ServerProcess, temporaryFolder } = await import('./kit/server.ts');

const file = process.argv[2] ?? fileURLToPath(new URL('../docs/board.png', import.meta.url));
const ACTIONS = 20;

const folder = temporaryFolder();
const server = await ServerProcess.start({ dataDir: folder.path, port: await freePort(), env: { BOT_DELAY_MS: '0' } });
const browser = await launch({ whole: true });
try {
  const context = await browser.newContext({ viewport: { width: 1295, height: 740 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(server.url);
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
  await browser.close();
  await server.end();
  folder.remove();
}
