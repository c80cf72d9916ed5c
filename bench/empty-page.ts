import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasChromium, launch } from '../e2e/kit/browser.ts';

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launch>>['newPage']>>;

/** Modules that a page can import by name, and their files. */
type Modules = Readonly<Record<string, URL>>;

/**
 * Runs `work` in an empty page that can import these modules, at an origin with WebCrypto. Returns null
 * without a browser or a module.
 */
export async function inEmptyPage<T>(modules: Modules, work: (page: Page) => Promise<T>): Promise<T | null> {
  if (!hasChromium || !Object.values(modules).every((file) => existsSync(file))) return null;
  const server = await serve(modules);
  const browser = await launch({ whole: true });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // The bench's compiler adds a helper that names functions, which the page lacks.
    await page.evaluate('globalThis.__name = (value) => value');
    return await work(page);
  } finally {
    await browser.close();
    server.close();
  }
}

function serve(modules: Modules): Promise<Server> {
  const imports = Object.fromEntries(Object.keys(modules).map((name) => [name, `/${name}.js`]));
  const page = `<!doctype html><title>bench</title><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = createServer(({ url }, response) => {
    const module = modules[/^\/([\w-]+)\.js(?:\?|$)/.exec(url ?? '')?.[1] ?? ''];
    response.setHeader('content-type', module ? 'text/javascript' : 'text/html');
    response.end(module ? readFileSync(module) : page);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
