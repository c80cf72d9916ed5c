import { type PageName, pagePattern, pages, samplePaths } from '@anchor/wire';
import { exec } from 'preact-iso/router';
import { describe, expect, test } from 'vitest';
import { routes } from '../src/app/routes.tsx';

const values = { id: 'a1', match: 'a1', code: 'a1', pub: 'a1', date: '2026-01-31', n: '17' };
const names = Object.keys(pages) as PageName[];
const addresses = names.flatMap((name) => pages[name].map((path) => [path, name] as const));

/** Returns the component that the router shows for a path: the first that matches. */
function routed(path: string) {
  return routes.find((route) =>
    exec(path, route.path, { path, query: '', searchParams: {}, params: {}, rest: '' } as never),
  )?.page;
}

describe('the table of pages', () => {
  test.each(addresses)('%s is routed to the page %s', (address, name) => {
    const [first] = pages[name];
    const own = routes.find((route) => route.path === first)?.page;
    for (const path of samplePaths(address, values)) {
      expect(path).toMatch(pagePattern(address));
      expect(routed(path), path).toBe(own);
    }
  });

  test('gives each page a component of its own', () => {
    expect(new Set(routes.map(({ page }) => page)).size).toBe(names.length);
  });

  test.each(['/match', '/nowhere', '/match/a/b', '/account/other'])('%s is routed to no page', (path) => {
    expect(routed(path)).toBeUndefined();
  });
});
