import { createRequire } from 'node:module';
import type { Contender } from './contender.ts';
import { NumberDuel, type NumberLink } from './number-duel.ts';
import { peersFolder, startPeer } from './peer-process.ts';

/** The part of colyseus's client that is used here. */
interface ColyseusRoom {
  readonly roomId: string;
  send(type: string, value: number): void;
  onMessage(type: string, heard: (value: number) => void): void;
}
interface ColyseusClient {
  create(name: string): Promise<ColyseusRoom>;
  joinById(id: string): Promise<ColyseusRoom>;
}

/** colyseus relaying messages, with its own client. */
export const colyseus: Contender = {
  name: 'colyseus',
  async start() {
    const { port, ...server } = await startPeer('colyseus');
    const { Client } = createRequire(`${peersFolder}package.json`)('@colyseus/sdk');
    const client = (): ColyseusClient => new Client(`ws://127.0.0.1:${port}`);
    return {
      ...server,
      async openDuel(_index, parts) {
        const first = await client().create('numbers');
        const second = await client().joinById(first.roomId);
        return new NumberDuel([linkOf(first), linkOf(second)], parts);
      },
    };
  },
};

function linkOf(room: ColyseusRoom): NumberLink {
  return {
    send: (move) => room.send('move', move),
    onMove: (heard) => room.onMessage('move', heard),
  };
}
