import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OFFERED_PACKAGES } from '../../src/compose/http-setup.ts';

const packages = new URL('../../../', import.meta.url);

it('NP3 the server offers every package that is not private, and the build packs each', () => {
  const manifests = readdirSync(packages).map((folder) => ({
    folder,
    ...JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), 'utf8')),
  }));
  const published = manifests.filter((manifest) => manifest.private !== true);
  expect(OFFERED_PACKAGES).toEqual(Object.fromEntries(published.map(({ name, folder }) => [name, folder])));
  for (const { folder, scripts } of published) expect(scripts.tarball).toContain(`scripts/pack.mjs packages/${folder}`);
});
