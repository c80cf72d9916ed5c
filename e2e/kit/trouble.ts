import type { Page } from 'playwright-core';

/** What goes wrong around a page before it is opened. */
export type Prepare = (page: Page) => Promise<unknown>;

/** The server takes the connection and says nothing. */
export const silent: Prepare = (page) => page.routeWebSocket(/\/ws$/, () => undefined);
export const noSocket: Prepare = (page) => page.routeWebSocket(/\/ws$/, (socket) => socket.close());
/** What is asked for at these addresses never comes. */
export const slow =
  (path: RegExp): Prepare =>
  (page) =>
    page.route(
      (url) => path.test(url.pathname),
      () => undefined,
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
/** To questions of this type the socket answers with this error. */
export const refuses =
  (type: string, code: string): Prepare =>
  (page) =>
    page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((text) => {
        const asked = JSON.parse(String(text));
        if (asked.type !== type) server.send(text);
        else socket.send(JSON.stringify({ type: 'error', id: asked.id, code, message: 'said by the server' }));
      });
    });
/** A browser that keeps nothing for pages: some say so by throwing wherever they are asked. */
export const keepsNothing: Prepare = (page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    IDBFactory.prototype.open = refuse;
  });
/** The browser takes its time with what it has kept. */
export const slowStorage: Prepare = (page) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
/** Nothing more can be kept. */
export const hasNoRoom: Prepare = (page) =>
  page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
