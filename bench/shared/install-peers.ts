import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs the npm packages of a folder if they are missing. Their install scripts build native parts, which
 * are not needed here.
 */
export function installPeers(folder: string): void {
  if (existsSync(`${folder}node_modules`)) return;
  console.log(`installing the peers in ${folder} …`);
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm install failed for the peers');
}
