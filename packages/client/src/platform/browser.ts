import type { After, OpenSocket, TabLocks, TextStorage } from 'bg-session';

/** The browser's implementation of the session's ports. */

/**
 * Opens a WebSocket to the server that this page came from. The query says that this page knows views of the public log
 * and money sessions, and which match it shows.
 */
export const openSocket: OpenSocket = (handlers, match) => {
  const shown = match || location.pathname.split('/match/')[1] || '';
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws?views=1&sessions=1&match=${shown}`);
  socket.onopen = () => handlers.opened();
  socket.onmessage = ({ data }) => handlers.received(String(data));
  socket.onclose = () => handlers.closed();
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
};

/**
 * The origin of this page, to which `openSocket` connects. A trailing dot of the host name is removed, because it is
 * the same host.
 */
export function pageOrigin(): string {
  return location.origin.replace(/\.(?=:\d+$|$)/, '');
}

export const after: After = (delayMs, task) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
};

/** A storage in localStorage. If the browser forbids it, the texts are lost with the page. */
export function browserStorage(): TextStorage {
  const memory = new Map<string, string>();
  return {
    read: (name) => memory.get(name) ?? attempt(() => localStorage.getItem(name)),
    write: (name, text) => {
      memory.delete(name);
      const kept = attempt(
        () => (text === null ? localStorage.removeItem(name) : localStorage.setItem(name, text)) ?? true,
      );
      if (kept === null && text !== null) memory.set(name, text);
      return kept !== null;
    },
  };
}

/** Calls `changed` when another tab has written to the storage. */
export function onOtherTabsWrite(changed: () => void): void {
  addEventListener('storage', changed);
}

/** The browser's locks. Null if it has none, as on a page without encryption. */
export function browserLocks(): TabLocks | null {
  // Not every browser has them, whatever its types say.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return null;
  const hold = (name: string) =>
    new Promise<() => void>((held, failed) => {
      locks.request(name, () => new Promise<void>((release) => held(release))).catch(failed);
    });
  return { hold };
}

/** Returns null if the browser refuses. */
function attempt<T>(storage: () => T): T | null {
  try {
    return storage();
  } catch {
    return null;
  }
}

export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  saveFrom(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveJson(name: string, content: object): void {
  saveFile(name, JSON.stringify(content), 'application/json');
}

export function saveFrom(path: string, name = ''): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = name;
  link.click();
}

/** True if the reader has asked the browser to save data. Not all browsers tell. */
export function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
