import { expect, it } from 'vitest';
import { runWorker } from '../src/cli/run.ts';
import { makeSettings } from '../src/cli/settings.ts';
import { EXIT } from '../src/cli/usage.ts';

it('VC7 reports an engine that is missing before anything else', async () => {
  const given = { server: 'http://127.0.0.1:9', key: 'secret', engine: 'gnubg', enginePath: '/nowhere/gnubg' };
  const settings = makeSettings(given, () => 'w1');
  if (!settings.ok) throw new Error(settings.message);
  const said: string[] = [];
  const screen = { say: (text: string) => said.push(text), show: async () => undefined };
  expect(await runWorker({ ...settings.value, own: null }, screen)).toBe(EXIT.engineUnfit);
  expect(said).toEqual([expect.stringMatching(/^\/nowhere\/gnubg cannot be run: .*ENOENT/)]);
});
