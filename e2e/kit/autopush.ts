import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type PushService, type ReceivedPush, startPushService } from '@anchor/testkit/push';
import { type WebSocket, WebSocketServer } from 'ws';

/** The acknowledgement of a message that a service worker has handled. Firefox sends 101 if it could not decrypt the message. */
export const DELIVERED = 100;

/** The push service of Firefox: a push service over HTTPS that passes what it receives to the browser by Mozilla's WebSocket protocol. */
export class Autopush {
  readonly service: PushService;
  readonly acknowledged: number[] = [];
  readonly #sockets: WebSocketServer;

  private constructor(service: PushService, sockets: WebSocketServer) {
    this.service = service;
    this.#sockets = sockets;
  }

  /** `folder` is for its certificate. */
  static async start(folder: string): Promise<Autopush> {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'push-notification' });
    await once(sockets, 'listening');
    const service = await startPushService(folder, (push) => autopush.#deliver(push));
    const autopush = new Autopush(service, sockets);
    sockets.on('connection', (socket) => socket.on('message', (data) => autopush.#answer(socket, String(data))));
    return autopush;
  }

  /** The preferences that let Firefox use this service, and allow notifications without a question. */
  get preferences(): Readonly<Record<string, unknown>> {
    return {
      'dom.push.serverURL': `ws://127.0.0.1:${(this.#sockets.address() as AddressInfo).port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    };
  }

  stop(): void {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    this.service.stop();
  }

  #answer(socket: WebSocket, text: string): void {
    const { messageType, channelID, updates } = JSON.parse(text);
    const say = (message: object) => socket.send(JSON.stringify({ messageType, ...message }));
    if (messageType === 'hello') say({ status: 200, uaid: 'a'.repeat(32), use_webpush: true });
    if (messageType === 'register')
      say({ status: 200, channelID, pushEndpoint: `https://${this.service.host}/push/${channelID}` });
    if (messageType === 'unregister') say({ status: 200, channelID });
    if (messageType === 'ack') this.acknowledged.push(...updates.map(({ code }: { code: number }) => code));
  }

  #deliver({ path, headers, body }: ReceivedPush): void {
    const message = {
      messageType: 'notification',
      channelID: path.split('/').at(-1),
      version: String(this.service.received.length),
      data: body.toString('base64url'),
      headers: { encoding: headers['content-encoding'] },
    };
    for (const socket of this.#sockets.clients) socket.send(JSON.stringify(message));
  }
}
