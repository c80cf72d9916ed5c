import { originOf } from 'bg-record';
import type { Outgoing } from '../connection/connection.ts';
import type { OpenSocket, Socket } from '../platform/ports.ts';
import { openService } from '../service.ts';
import { isMatchRequest, type MatchRequest } from '../session/match-requests.ts';
import { requestMatch } from '../session/request-match.ts';
import { FileStore } from './file-store.ts';

export { effect } from '@preact/signals-core';
export type { Service } from '../service.ts';
export { type MatchRequest, matchRequestOf } from '../session/match-requests.ts';
export type { Decision, MatchSession, MatchView } from '../session/types.ts';
export { isViewersTurn } from '../session/types.ts';
export { FileStore } from './file-store.ts';

/** A WebSocket as browsers have it. Node has one from version 22 on; the class of the package `ws` fits as well. */
type SocketClass = new (
  url: string,
) => {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
};

/** The `readyState` of an open WebSocket. */
const OPEN = 1;

/** The service at which a program plays, and the folder of its key. */
export interface ProgramSettings {
  /** The address of the service, for example https://anchor.example. */
  readonly url: string;
  /** The folder of this program's key: see `FileStore`. */
  readonly folder: string;
  /** By default Node's own. */
  readonly socket?: SocketClass;
}

/**
 * Connects a program without a page to a service, and proves its key, which is created first if the folder has none. It connects again whenever
 * the connection is lost, until `end()`. Returns the parts of `openService`, the folder's `files`, and `requestMatch`, which remembers what the
 * program agrees to play before it sends the message that begins it.
 */
export function openProgram({ url, folder, socket = globalThis.WebSocket as never }: ProgramSettings) {
  const origin = originOf(url);
  if (origin === null) throw new TypeError(`${url} is not the address of a service`);
  if (socket === undefined) throw new TypeError('This Node has no WebSocket: pass the one of the package ws.');
  const files = new FileStore(folder);
  const timers = new Set<NodeJS.Timeout>();
  let isEnded = false;
  const opener = socketOpener(origin, socket);
  let current: Socket | null = null;
  const service = openService({
    origin,
    open: (handlers, match) => {
      current = opener(handlers, match);
      return current;
    },
    fetch,
    after: (delayMs, task) => {
      if (isEnded) return () => undefined;
      const timer = setTimeout(() => {
        timers.delete(timer);
        task();
      }, delayMs);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
    clocks: { wall: () => Date.now(), steady: () => performance.now() },
    random: Math.random,
    storage: files.texts,
    keys: files.keys,
    store: files,
    loadExplain:
      async () =>
      ({ code, message }) =>
        message ?? code,
    // A program has its evidence in its folder, and saves nothing for a player.
    save: () => undefined,
    saveFrom: () => undefined,
  });
  const start = () => {
    if (!isEnded) service.connection.start();
  };
  // A key that cannot be stored now is created when a request needs it, which fails as long as that is not possible.
  void files.keys.ensure().then(start, start);
  return {
    ...service,
    files,
    /** Throws a TypeError if `request` does not come from `matchRequestOf`: the match would be refused only once it has begun. */
    requestMatch: (request: MatchRequest, message: Outgoing) => {
      if (!isMatchRequest(request)) throw new TypeError('not a request for a match: see matchRequestOf');
      return requestMatch(service, request, message);
    },
    end(): void {
      isEnded = true;
      current?.close();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

function socketOpener(origin: string, WebSocketClass: SocketClass): OpenSocket {
  return (handlers, match) => {
    const socket = new WebSocketClass(`${origin.replace('http', 'ws')}/ws?views=1&sessions=1&match=${match}`);
    socket.onopen = () => handlers.opened();
    socket.onmessage = ({ data }: { readonly data: unknown }) => handlers.received(String(data));
    socket.onclose = () => handlers.closed();
    socket.onerror = () => undefined;
    return {
      send: (text) => {
        if (socket.readyState === OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  };
}
