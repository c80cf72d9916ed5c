import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'main',
    'backup',
    'restore',
    'rotate-key',
    'bans',
    'move-to-postgresql',
    'threads/analyst-thread',
    'threads/bot-thread',
    'storage/embedded-thread',
    'threads/signature-thread',
  ].map((name) => `src/${name}.ts`),
  format: 'esm',
  target: 'node20',
  clean: true,
  sourcemap: true,
});
