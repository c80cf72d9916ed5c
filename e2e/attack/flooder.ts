import { type ClientMessage, decodeServer, type ServerMessage, type ServerMessageOf } from '@anchor/wire';
import { type Challenge, type Key, originOf } from 'bg-record';
import type { WebSocket } from 'ws';
import { connecting, identification } from './connecting.ts';
import { addressOf, type Place, type Scene } from './flood.ts';

/** A pause after a refusal, since the server does not answer further messages that come too fast. */
const REFUSED_MS = 1_000;

/** A connection that asks and waits for the answer. It parses only what a flood reads, to use little processor time. */
export class Flooder {
  readonly scene: Scene;
  readonly index: number;
  /** Null for a connection that proves no key. */
  readonly key: Key | null;
  /** The number of requests so far. */
  asked = 0;
  readonly #socket: WebSocket;
  #answer = '';
  #pairing = '';
  #match = '';
  #hello = '';
  #closed: (code: number) => void = () => undefined;
  #waiting: { readonly mark: string; readonly answered: (text: string) => void } | null = null;

  private constructor(scene: Scene, place: Place, key: Key | null) {
    this.scene = scene;
    this.index = place.index;
    this.key = key;
    this.#socket = connecting(scene.url, addressOf(place));
    this.#socket.on('close', (code) => this.#closed(code));
  }

  /** Connects and proves the key. */
  static async open(scene: Scene, place: Place, key: Key | null): Promise<Flooder> {
    const flooder = new Flooder(scene, place, key);
    await flooder.#greeted();
    if (key) await flooder.#prove(key);
    return flooder;
  }

  /** The proof of the key on this connection. */
  get proof(): Challenge {
    const { challenge, server } = JSON.parse(this.#hello);
    return { challenge, server, origin: originOf(this.scene.url) ?? '' };
  }

  /** The answer to the last request. */
  get answer(): ServerMessage | null {
    return decoded(this.#answer);
  }

  /** The last pairing that the server has offered. */
  get pairing(): string {
    const message = decoded(this.#pairing);
    return message?.type === 'pairing' ? message.pairing : 'no-pairing';
  }

  /** The match that the server has shown last. */
  get shown(): ServerMessageOf<'match'> | null {
    const message = decoded(this.#match);
    return message?.type === 'match' ? message : null;
  }

  /** Resolves to the code or type of the answer. */
  async ask(message: ClientMessage): Promise<string> {
    this.asked += 1;
    const id = `r${this.asked}`;
    this.#answer = await this.#answerTo(JSON.stringify({ ...message, id }), `"id":"${id}"`);
    const [, type = ''] = /"type":"([a-z-]+)"/.exec(this.#answer) ?? [];
    if (type !== 'error' && type !== 'rejected') return type;
    const [, code = ''] = /"code":"([a-z-]+)"/.exec(this.#answer) ?? [];
    const isTooFast = code === 'too-many' && !this.#answer.includes('"id":');
    if (isTooFast) await new Promise((resolve) => setTimeout(resolve, REFUSED_MS));
    return isTooFast ? 'too fast' : code;
  }

  #answerTo(text: string, mark: string): Promise<string> {
    return new Promise((answered, reject) => {
      if (this.#socket.readyState !== this.#socket.OPEN) return reject(new Error('not connected'));
      this.#waiting = { mark, answered };
      this.#closed = (code) => reject(new Error(`closed with ${code}`));
      this.#socket.send(text);
    });
  }

  #greeted(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#closed = (code) => reject(new Error(`closed with ${code}`));
      // Listen before the socket is open: the greeting may arrive together with the handshake response.
      this.#socket.on('message', (data: Buffer) => {
        const text = data.toString();
        if (this.#hello === '') {
          this.#hello = text;
          resolve();
        } else this.#read(text);
      });
    });
  }

  async #prove(key: Key): Promise<void> {
    const answer = await this.#answerTo(
      await identification(this.scene.url, JSON.parse(this.#hello), key),
      '"identified"',
    );
    if (!answer.includes('"identified"')) throw new Error(answer);
  }

  #read(text: string): void {
    if (text.startsWith('{"type":"pairing",')) this.#pairing = text;
    if (text.startsWith('{"type":"match",')) this.#match = text;
    const waiting = this.#waiting;
    if (!waiting) return;
    const isRefusal = text.startsWith('{"type":"error"') && !text.includes('"id":');
    if (!isRefusal && !text.includes(waiting.mark)) return;
    this.#waiting = null;
    waiting.answered(text);
  }
}

function decoded(text: string): ServerMessage | null {
  const message = decodeServer(text);
  return message.ok ? message.value : null;
}
