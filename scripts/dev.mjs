// Runs the server and the page for development: the server restarts on a change, and the page reloads automatically.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverPort = process.env.PORT ?? '3000';
const clientPort = process.env.ANCHOR_CLIENT_PORT ?? '5173';
// Vite serves the page on one port, and the server listens on the other. The server has to know both origins.
const names = ['localhost', '127.0.0.1', '[::1]'];
const own = [clientPort, serverPort].flatMap((port) => names.map((name) => `http://${name}:${port}`));
const ORIGINS = [process.env.ORIGINS, ...own].filter(Boolean).join(',');
// The programs run without npx, which would not pass signals on. Only the client's own folder has vite.
const client = `${root}packages/client/`;
const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const vite = fileURLToPath(new URL('bin/vite.js', `file://${createRequire(client).resolve('vite/package.json')}`));
const server = [tsx, 'watch', '--conditions=@anchor/source', 'packages/server/src/main.ts'];
const parts = [
  ['server', root, server, { PORT: serverPort, ORIGINS }],
  ['client', client, [vite], { ANCHOR_SERVER_PORT: serverPort }],
];
const children = parts.map(([name, cwd, args, env]) => {
  const child = spawn(process.execPath, args, {
    cwd,
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
