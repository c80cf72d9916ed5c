// Starts a thread from TypeScript sources, which Node.js cannot load in threads by itself. The first argument names the script.
import { existsSync } from 'node:fs';

const [, , script] = process.argv;
// Tests have bundled the threads: see test/support/bundle-threads.ts.
const bundle =
  process.env.BUNDLED_THREADS &&
  new URL(new URL(script, 'file:///threads/').pathname.slice(1).replace(/ts$/, 'js'), process.env.BUNDLED_THREADS);
if (bundle && existsSync(bundle)) {
  await import(bundle);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(script);
}
