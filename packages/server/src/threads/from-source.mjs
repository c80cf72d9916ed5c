// Starts a thread from TypeScript sources, which Node.js cannot load in threads by itself. The first argument names the script.
import { existsSync } from 'node:fs';

const [, , script] = process.argv;
// The folder in which test/support/bundle-threads.ts has bundled the threads for the tests, with the paths of src/.
const bundles = process.env.BUNDLED_THREADS;
const bundle = bundles && new URL(script.replace(/ts$/, 'js'), new URL('threads/', bundles));
if (bundle && existsSync(bundle)) {
  await import(bundle);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(script);
}
