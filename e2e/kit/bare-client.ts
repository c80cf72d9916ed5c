import { generateKey, type Key, originOf, signIdentify } from 'bg-record';
import { WebSocket } from 'ws';

interface Said {
  readonly type: string;
  readonly challenge?: string;
  readonly server?: string;
}

/** A connection that reads only message types, so that its own CPU time is negligible. Answers arrive in the order of the requests. */
export class BareClient {
  readonly key: Key;
  readonly #socket: WebSocket;
  readonly #waiting: ((message: Said) => void)[] = [];

  private constructor(socket: WebSocket, key: Key) {
    this.#socket = socket;
    this.key = key;
    socket.on('message', (data: Buffer) => this.#waiting.shift()?.(JSON.parse(data.toString())));
  }

  static async open(url: string, key?: Key): Promise<BareClient> {
    const own = key ?? (await generateKey());
    const client = new BareClient(new WebSocket(`${url.replace('http', 'ws')}/ws`), own);
    const { challenge = '', server = '' } = await client.next();
    const origin = originOf(url) ?? '';
    const sig = await signIdentify(client.key, { challenge, origin, server });
    await client.ask({ type: 'identify', pub: client.key.pub, origin, sig });
    return client;
  }

  next() {
    return new Promise<Said>((resolve) => this.#waiting.push(resolve));
  }

  ask(message: object) {
    const answer = this.next();
    this.#socket.send(JSON.stringify(message));
    return answer;
  }

  close(): void {
    this.#socket.close();
  }
}
