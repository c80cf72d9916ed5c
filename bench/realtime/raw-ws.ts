import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Contender } from './contender.ts';
import { NumberDuel, type NumberLink } from './number-duel.ts';
import { startPeer } from './peer-process.ts';

/** The baseline for everything that uses ws. */
export const rawWs: Contender = {
  name: 'raw ws',
  async start() {
    const { port, ...server } = await startPeer('raw-ws');
    return {
      ...server,
      async openDuel(index, parts) {
        const links = [await connect(port, index, 0), await connect(port, index, 1)] as const;
        return new NumberDuel(links, parts);
      },
    };
  },
};

async function connect(port: number, index: number, seat: number): Promise<NumberLink> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${index}/${seat}`, { perMessageDeflate: false });
  await once(socket, 'open');
  return {
    send: (move) => socket.send(JSON.stringify({ type: 'move', move })),
    onMove: (heard) => socket.on('message', (data) => heard(JSON.parse(String(data)).move)),
  };
}
