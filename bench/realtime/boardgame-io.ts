import { WebSocket } from 'ws';
import type { Contender } from './contender.ts';
import { NumberDuel, type NumberLink } from './number-duel.ts';
import { startPeer } from './peer-process.ts';

/**
 * boardgame.io with its storage in memory. The players speak its protocol directly, which costs less than its
 * client.
 */
export const boardgameIo: Contender = {
  name: 'boardgame.io',
  async start() {
    const { port, ...server } = await startPeer('boardgame-io');
    return {
      ...server,
      async openDuel(index, parts) {
        const links = [await connect(port, index, '0'), await connect(port, index, '1')] as const;
        return new NumberDuel(links, parts);
      },
    };
  },
};

const SPACE = '/numbers,';

function connect(port: number, index: number, seat: string): Promise<NumberLink> {
  const url = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    const link = new SocketIoLink(socket, `match ${index}`, seat, () => resolve(link));
    socket.on('error', reject);
  });
}

/** The part of socket.io's protocol, version 4, that one player needs. */
class SocketIoLink implements NumberLink {
  readonly #socket: WebSocket;
  readonly #match: string;
  readonly #seat: string;
  readonly #ready: () => void;
  #stateId = 0;
  #heard: (move: number) => void = () => undefined;

  constructor(socket: WebSocket, match: string, seat: string, ready: () => void) {
    this.#socket = socket;
    this.#match = match;
    this.#seat = seat;
    this.#ready = ready;
    socket.on('message', (data) => this.#take(String(data)));
  }

  send(move: number): void {
    const payload = { type: 'play', args: [move], playerID: this.#seat };
    this.#say(['update', { type: 'MAKE_MOVE', payload }, this.#stateId, this.#match, this.#seat]);
  }

  onMove(heard: (move: number) => void): void {
    this.#heard = heard;
  }

  #say(message: readonly unknown[]): void {
    this.#socket.send(`42${SPACE}${JSON.stringify(message)}`);
  }

  #take(frame: string): void {
    if (frame.startsWith('0')) this.#socket.send(`40${SPACE}`);
    else if (frame === '2') this.#socket.send('3');
    else if (frame.startsWith(`40${SPACE}`)) this.#say(['sync', this.#match, this.#seat, undefined, 2]);
    else if (frame.startsWith(`42${SPACE}`)) this.#told(JSON.parse(frame.slice(2 + SPACE.length)));
  }

  #told([type, , told]: readonly [string, string, { state?: State } & State]): void {
    if (type === 'sync') this.#synced(told.state);
    if (type !== 'update') return;
    this.#stateId = told._stateID;
    this.#heard(told.G.last);
  }

  #synced(state: State | undefined): void {
    this.#stateId = state?._stateID ?? 0;
    this.#ready();
  }
}

interface State {
  readonly _stateID: number;
  readonly G: { readonly last: number };
}
