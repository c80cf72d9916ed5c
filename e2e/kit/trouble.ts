import type { Page } from 'playwright-core';

/** Sets up a failure before the page is opened. */
export type Prepare = (page: Page) => Promise<unknown>;

/** The server accepts the connection and sends nothing. */
export const silent: Prepare = (page) => page.routeWebSocket(/\/ws\b/, () => undefined);
export const noSocket: Prepare = (page) => page.routeWebSocket(/\/ws\b/, (socket) => socket.close());
/** Requests to these addresses never get a response. */
export const slow =
  (path: RegExp): Prepare =>
  (page) =>
    page.route(
      (url) => path.test(url.pathname),
      () => undefined,
    );
/** Requests to these addresses wait until `released`. */
export const held =
  (path: RegExp, released: Promise<unknown>): Prepare =>
  (page) =>
    page.route(
      (url) => path.test(url.pathname),
      async (route) => {
        await released;
        await route.continue();
      },
    );
export const cut =
  (path: RegExp): Prepare =>
  (page) =>
    page.route(
      (url) => path.test(url.pathname),
      (route) => route.abort(),
    );
export const answers =
  (path: RegExp, status: number, body: object | string): Prepare =>
  (page) =>
    page.route(
      (url) => path.test(url.pathname),
      (route) => route.fulfill({ status, json: body }),
    );
/** The socket answers messages of this type with this error. */
export const refuses =
  (type: string, code: string): Prepare =>
  (page) =>
    page.routeWebSocket(/\/ws\b/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const asked = JSON.parse(String(text));
        if (asked.type !== type) server.send(text);
        else socket.send(JSON.stringify({ type: 'error', id: asked.id, code, message: 'said by the server' }));
      });
    });
/** A browser that refuses storage to pages. Some browsers throw at every access. */
export const keepsNothing: Prepare = (page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    IDBFactory.prototype.open = refuse;
  });
/** The browser reads its storage slowly. */
export const slowStorage: Prepare = (page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
/** The browser's storage is full. */
export const hasNoRoom: Prepare = (page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
