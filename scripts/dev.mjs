// For those who work on Anchor: the server restarts on a change, the page reloads by itself.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverPort = process.env.PORT ?? '3000';
const parts = [
  ['server', ['tsx', 'watch', '--conditions=@anchor/source', 'packages/server/src/main.ts'], { PORT: serverPort }],
  ['client', ['vite', 'packages/client'], { ANCHOR_SERVER_PORT: serverPort }],
];
const children = parts.map(([name, args, env]) => {
  const child = spawn('npx', ['--no-install', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  child.on('exit', (code) => {
    console.error(`${name} ended (${code}); stopping`);
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code ?? 1;
  });
  return child;
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => children.forEach((child) => void child.kill(signal)));
