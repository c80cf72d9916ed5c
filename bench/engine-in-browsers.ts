// Measures the engine in the browsers of this machine: the seconds of a 2-ply review of a match to 7 and of a rollout of 1,296 games cut
// off after ten rolls, with as many threads as there are cores, in WebAssembly and in plain code. The review includes the start of the
// threads. First prints the processor time of both in one thread of Node, then every run with the load. Needs a build.
//   npx tsx --conditions=@anchor/source bench/engine-in-browsers.ts [ROUNDS] [ROUNDS IN PLAIN CODE]

import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { startChangedHeaders } from '../e2e/kit/changed-headers.ts';
import { askWorker, enginePath, rollOut } from '../e2e/kit/engine-worker.ts';
import { TestServer } from '../e2e/kit/test-server.ts';
import { BrowserPage } from '../e2e/kit/windows/browser-page.ts';
import { chromium } from '../e2e/kit/windows/chromium.ts';
import { firefox } from '../e2e/kit/windows/firefox.ts';
import { webkit } from '../e2e/kit/windows/webkit.ts';
import { reviewImport } from '../packages/client/src/engine/instant.ts';
import { accelerate, rollout as rollOutHere } from '../packages/engine/src/index.ts';
import { parseMat } from '../packages/record/src/import/index.ts';
import { makeSituation } from '../packages/rules/src/index.ts';

const [rounds = 3, plainRounds = 1] = process.argv.slice(2).map(Number);
const path = enginePath();
const read = parseMat(readFileSync(new URL('../vectors/gnubg/m09-7pt.mat', import.meta.url), 'utf8'));
if (!read.ok) throw new Error(read.message);
const match = read.value[0]!;
const rollout = { situation: makeSituation(), options: { trials: 1296, truncation: 10, seed: 1 } };

async function processorSeconds(run: () => Promise<unknown>): Promise<string> {
  const begun = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(begun);
  return ((user + system) / 1e6).toFixed(2);
}

accelerate();
for (let round = 0; round < rounds; round++) {
  const reviewed = await processorSeconds(() => reviewImport(match));
  const rolledOut = await processorSeconds(() => rollOutHere(rollout.situation, rollout.options));
  console.log(`Node, one thread, processor time: review ${reviewed} s, rollout ${rolledOut} s`);
}

const server = new TestServer({ browser: null });
await server.open();
const proxy = await startChangedHeaders(server.url);
proxy.change = (_, policy) => policy.replace(" 'wasm-unsafe-eval'", '');
for (const installed of [chromium, firefox, webkit]) {
  const browser = await installed.start();
  const page = new BrowserPage(await browser.open());
  for (let round = 0; round < rounds; round++) {
    for (const [kind, url] of [
      ['WebAssembly', server.url],
      ['plain', proxy.url],
    ] as const) {
      if (kind === 'plain' && round >= plainRounds) continue;
      await page.window.goto(`${url}/rules`);
      const review = await page.call(askWorker, { path, question: { kind: 'review-import', match: match } });
      const rolled = await page.call(rollOut, { path, ...rollout });
      if (review.accelerated !== (kind === 'WebAssembly')) throw new Error(`${installed.name} is not ${kind}`);
      const cores = await page.call(() => navigator.hardwareConcurrency, null);
      const figures = [review.startMs, review.answerMs, rolled.ms].map((ms) => (ms / 1000).toFixed(2));
      const [start, reviewed, rolledOut] = figures;
      const load = loadavg()[0]?.toFixed(1);
      console.log(
        `${installed.name}, ${kind}, ${cores} cores, load ${load}: start ${start} s, review ${reviewed} s, rollout ${rolledOut} s`,
      );
    }
  }
  await page.window.close();
  await browser.close();
}
await proxy.close();
await server.close();
