// For those who work on Anchor: the server restarts on a change, the page reloads by itself.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverPort = process.env.PORT ?? '3000';
const clientPort = process.env.ANCHOR_CLIENT_PORT ?? '5173';
// the page comes from the one port and the server listens on the other: it has to know both
const names = ['localhost', '127.0.0.1', '[::1]'];
const own = [clientPort, serverPort].flatMap((port) => names.map((name) => `http://${name}:${port}`));
const ORIGINS = [process.env.ORIGINS, ...own].filter(Boolean).join(',');
const server = ['tsx', 'watch', '--conditions=@anchor/source', 'packages/server/src/main.ts'];
const parts = [
  ['server', server, { PORT: serverPort, ORIGINS }],
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
