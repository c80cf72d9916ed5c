import { defineConfig } from 'tsup';

export default defineConfig({
  ...{ entry: ['src/main.ts', 'src/backup.ts', 'src/restore.ts', 'src/threads/analyst-thread.ts'], format: 'esm', target: 'node20' },
  ...{ clean: true, sourcemap: true },
});
