import { signal } from '@preact/signals';
import type { ConnectionStatus, TabLocks } from 'bg-session';
import { expect, test, vi } from 'vitest';
import { settled } from '../../session/test/support/line.ts';
import { Tabs } from '../src/state/tabs.ts';

const PUB = 'ab'.repeat(32);

/** A browser with tabs, and a server that gives a key one connection. */
class Browser {
  readonly #texts = new Map<string, string>();
  readonly #tabs = new Set<OpenTab>();
  readonly #queues = new Map<string, { readonly tab: OpenTab; readonly held: (release: () => void) => void }[]>();
  readonly #timers: (() => void)[] = [];
  #names = 0;

  async open(pub = PUB): Promise<OpenTab> {
    const tab = new OpenTab();
    const locks: TabLocks = { hold: (name) => new Promise((held) => this.#request(name, { tab, held })) };
    const storage = {
      read: (name: string) => this.#texts.get(name) ?? null,
      write: (name: string, text: string | null) => {
        this.#texts.set(name, text ?? '');
        for (const other of this.#tabs) if (other !== tab) queueMicrotask(() => other.tabs?.reread());
        return true;
      },
    };
    const takeOver = vi.fn(() => this.connect(tab));
    const connection = { status: tab.status, me: signal({ pub }), takeOver };
    const after = (_ms: number, task: () => void) => {
      this.#timers.push(() => this.#tabs.has(tab) && task());
      return () => {};
    };
    tab.tabs = new Tabs({ connection, storage, locks, after, newName: () => `lock ${++this.#names}` });
    this.#tabs.add(tab);
    this.connect(tab);
    await settled();
    return tab;
  }

  /** Connects a tab. Without one, another device has connected. */
  connect(tab: OpenTab | null): void {
    for (const other of this.#tabs)
      if (other !== tab && other.status.value === 'online') other.status.value = 'superseded';
    if (tab) tab.status.value = 'online';
  }

  /** Closes a tab, and lets the time pass in which it could be reloaded. */
  async close(tab: OpenTab): Promise<void> {
    this.#tabs.delete(tab);
    for (const [name, queue] of this.#queues) {
      const wasHeld = queue[0]?.tab === tab;
      this.#queues.set(
        name,
        queue.filter((one) => one.tab !== tab),
      );
      if (wasHeld) this.#next(name);
    }
    await settled();
  }

  async pass(): Promise<void> {
    for (const task of this.#timers.splice(0)) task();
    await settled();
  }

  #request(name: string, wanted: { readonly tab: OpenTab; readonly held: (release: () => void) => void }): void {
    const queue = this.#queues.get(name) ?? [];
    queue.push(wanted);
    this.#queues.set(name, queue);
    if (queue.length === 1) this.#next(name);
  }

  #next(name: string): void {
    const first = this.#queues.get(name)?.[0];
    first?.held(() => {
      const queue = this.#queues.get(name);
      if (queue?.[0] !== first) return;
      queue.shift();
      this.#next(name);
    });
  }
}

class OpenTab {
  readonly status = signal<ConnectionStatus>('connecting');
  tabs: Tabs | null = null;
}

test('OT1 a tab connects again when the tab that took the connection over is closed, also after a tab in between', async () => {
  const browser = new Browser();
  const first = await browser.open();
  const second = await browser.open();
  expect(first.status.value).toBe('superseded');
  await browser.close(second);
  expect(first.status.value).toBe('superseded');
  await browser.pass();
  expect(first.status.value).toBe('online');
  const third = await browser.open();
  const fourth = await browser.open();
  await browser.close(third);
  await browser.pass();
  expect([first.status.value, fourth.status.value]).toEqual(['superseded', 'online']);
  await browser.close(fourth);
  await browser.pass();
  expect(first.status.value).toBe('online');
});

test('OT2 it does not while another device plays, nor when the other tab was only reloaded or has another key', async () => {
  const browser = new Browser();
  const first = await browser.open();
  const second = await browser.open();
  browser.connect(null);
  await settled();
  await browser.close(second);
  await browser.pass();
  expect(first.status.value).toBe('superseded');
  // A new tab takes the connection from the device, and is reloaded.
  const third = await browser.open();
  await browser.close(third);
  const reloaded = await browser.open();
  await browser.pass();
  expect([first.status.value, reloaded.status.value]).toEqual(['superseded', 'online']);
  await browser.close(reloaded);
  await browser.pass();
  expect(first.status.value).toBe('online');
  const foreign = await browser.open('cd'.repeat(32));
  await browser.close(foreign);
  await browser.pass();
  expect(first.status.value).toBe('superseded');
});
