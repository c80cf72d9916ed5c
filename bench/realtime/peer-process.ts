import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installPeers } from '../shared/install-peers.ts';
import { Probe } from './probe.ts';

/** The folder in which the peers of this bench are installed. */
export const peersFolder = fileURLToPath(new URL('./peers/', import.meta.url));

interface PeerProcess {
  readonly port: number;
  readonly probe: Probe;
  stop(): Promise<unknown>;
}

/** Starts peers/servers/<name>.mjs, which prints its port when it is ready. */
export async function startPeer(name: string, args: readonly string[] = []): Promise<PeerProcess> {
  installPeers(peersFolder);
  const probe = await Probe.make();
  const env = { ...process.env, ...probe.env };
  const child = spawn(process.execPath, [`${peersFolder}servers/${name}.mjs`, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = () => {
    child.kill();
    return ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^port \d+$/.test(line)) return { port: Number(line.slice(5)), probe, stop };
  }
  throw new Error(`${name} did not start`);
}
