// Runs the end-to-end suites against the built server; arguments go to the test runner.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...process.argv.slice(2)], {
  cwd: here,
  stdio: 'inherit',
});
process.exit(status ?? 1);
