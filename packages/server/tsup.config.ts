import { defineConfig } from 'tsup';

// Commands lie beside main.js, as the npm scripts and operators call them.
const commands = ['backup', 'restore', 'rotate-key', 'bans', 'complaints', 'move-to-postgresql', 'public-log'];
/** The scripts of threads, as paths below src/ without their extension. */
export const threads = [
  'threads/analysis-thread',
  'threads/bot-thread',
  'threads/picture-thread',
  'threads/signature-thread',
  'storage/embedded-thread',
];

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    ...Object.fromEntries(commands.map((name) => [name, `src/commands/${name}.ts`])),
    ...Object.fromEntries(threads.map((name) => [name, `src/${name}.ts`])),
  },
  format: 'esm',
  target: 'node20',
  clean: true,
  sourcemap: true,
});
