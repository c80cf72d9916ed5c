// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { LocationProvider } from 'preact-iso';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CollectionStore } from '../../src/collection/collection-store.ts';
import { readInput } from '../../src/engine/read-import.ts';
import CollectionPage from '../../src/pages/collection/collection-page.tsx';
import { openedImport, openImport } from '../../src/play/kept-import.ts';
import type { Client } from '../../src/state/client.ts';

/** A match to 1 that player 0 has won on the first roll, or that is not over. */
function mat(names: readonly [string, string], wins = false): string {
  return `; [EventDate "2024.03.0${wins ? 1 : 2}"]

 1 point match

 Game 1
 ${names[0]} : 0                        ${names[1]} : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
${wins ? '  2) 11: 6/5 6/5 8/7 8/7\n      Wins 1 point and the match\n' : ''}
`;
}

/** The readers are loaded with the first file. */
const SLOW = { timeout: 20_000 };

let root: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  root = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  render(null, root);
  root.remove();
  openImport(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const client = { matches: { isAgainstPerson: false } } as Client;

const show = () =>
  act(() =>
    render(
      <LocationProvider>
        <CollectionPage client={client} />
      </LocationProvider>,
      root,
    ),
  );

const shows = (text: string) => vi.waitFor(() => expect(root.textContent).toContain(text), SLOW);

function drop(files: readonly File[]): void {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { files, getData: () => '' } });
  act(() => void root.querySelector('fieldset')!.dispatchEvent(event));
}

const buttons = () => [...document.querySelectorAll('button')];
function press(name: string): void {
  const found = buttons().filter((one) => [one.textContent, one.getAttribute('aria-label')].includes(name));
  expect(found.length, name).toBeGreaterThan(0);
  act(() => found.at(-1)!.click());
}

function type(text: string): void {
  const field = root.querySelector<HTMLInputElement>('search input')!;
  field.value = text;
  act(() => void field.dispatchEvent(new Event('input', { bubbles: true })));
}

function choose(nth: number, value: string): void {
  const select = root.querySelectorAll<HTMLSelectElement>('search select')[nth]!;
  select.value = value;
  act(() => void select.dispatchEvent(new Event('change', { bubbles: true })));
}

const rows = () =>
  [...root.querySelectorAll('.collection__row .collection__sides')].map((row) => row.textContent ?? '');

const THREE = [
  new File([mat(['Ann', 'Bob'], true)], 'a.mat'),
  new File([mat(['Zoë', 'Ann'])], 'b.mat'),
  new File([mat(['Cid', 'Zoë'], true)], 'c.mat'),
];

describe('the page of the collection', () => {
  test('KL6 keeps what is dropped, finds it by player and result, sorts it by PR, and deletes a selection', async () => {
    show();
    await shows('Your collection is empty.');
    drop([...THREE, new File([mat(['Ann', 'Bob'], true)], 'again.mat'), new File(['no match'], 'x.txt')]);
    await shows('3 matches are now in your collection. 1 was there already.');
    await shows('x.txt');
    await vi.waitFor(() => expect(rows()).toHaveLength(3), SLOW);
    expect(rows().find((row) => row.includes('Bob'))).toContain('1 point · 1 Mar 2024');
    type('zoe');
    expect(rows()).toHaveLength(2);
    choose(0, 'lost');
    expect(rows().map((row) => row.slice(0, 3))).toEqual(['Cid']);
    type('nobody');
    await shows('No match fits this search.');
    press('Clear the search');
    expect(rows()).toHaveLength(3);
    const store = new CollectionStore();
    for (const { id, names } of await store.list()) {
      const figure = { Ann: 7.5, Zoë: 3, Cid: 12 }[names[0]] ?? 0;
      await store.setReview(id, { kind: 'done', engineId: 'x', ply: 2, pr: [figure, figure + 1] });
    }
    await vi.waitFor(() => expect(rows().filter((row) => row.includes('PR'))).toHaveLength(3), SLOW);
    choose(1, 'best');
    expect(rows().map((row) => row.slice(0, 3))).toEqual(['Zoë', 'Ann', 'Cid']);
    choose(1, 'worst');
    expect(rows().map((row) => row.slice(0, 3))).toEqual(['Cid', 'Ann', 'Zoë']);
    act(() => root.querySelector<HTMLInputElement>('.collection__row input')!.click());
    press('Delete 1 match');
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
    press('Delete 1 match');
    await vi.waitFor(() => expect(rows().map((row) => row.slice(0, 3))).toEqual(['Ann', 'Zoë']), SLOW);
    press('Select all 2');
    press('Delete 2 matches');
    press('Delete 2 matches');
    await shows('Your collection is empty.');
  });

  test('KL7 opens a match in the review, and says which one can no longer be read', async () => {
    show();
    await shows('Your collection is empty.');
    drop(THREE.slice(0, 1));
    await shows('0 of 1 match reviewed.');
    await vi.waitFor(() => expect(rows()).toHaveLength(1), SLOW);
    press('Review Ann – Bob');
    await vi.waitFor(() => expect(openedImport()?.match.names).toEqual(['Ann', 'Bob']));
    vi.spyOn(CollectionStore.prototype, 'source').mockResolvedValue({ text: 'no match', index: 0 });
    press('Review Ann – Bob');
    await shows('This match can’t be read any more.');
  });

  test('KL8 says that the browser keeps nothing, that there is no room, and tries again', async () => {
    vi.stubGlobal('indexedDB', undefined);
    show();
    await shows('it can’t keep a collection');
    vi.stubGlobal('indexedDB', new IDBFactory());
    press('Try again');
    await shows('Your collection is empty.');
    const add = vi.spyOn(CollectionStore.prototype, 'add').mockResolvedValue({ added: 0, known: 0, refused: 1 });
    drop(THREE);
    await shows('No room for 3 matches: a collection holds up to 5,000 matches');
    add.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    drop(THREE);
    await shows('Not kept in your collection');
    const remove = vi.spyOn(CollectionStore.prototype, 'remove').mockRejectedValue(new DOMException('no'));
    add.mockRestore();
    drop(THREE);
    await vi.waitFor(() => expect(rows()).toHaveLength(3), SLOW);
    press('Select all 3');
    press('Delete 3 matches');
    press('Delete 3 matches');
    await vi.waitFor(() => expect(document.body.textContent).toContain('That didn’t work'));
    remove.mockRestore();
  });

  test('KL17 saves the selected matches as one file, and says which one is not in it', async () => {
    const saved: { name: string; content: Blob }[] = [];
    const made: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, content: made.at(-1)! });
    });
    show();
    await shows('Your collection is empty.');
    drop(THREE);
    await vi.waitFor(() => expect(rows()).toHaveLength(3), SLOW);
    press('Select all 3');
    press('Save as .mat');
    await vi.waitFor(() => expect(saved).toHaveLength(1), SLOW);
    expect(saved[0]!.name).toBe('matches.mat');
    const read = await readInput(saved[0]!.content);
    expect(read.ok && read.kind === 'matches' && read.matches.map(({ match }) => match.names[0]).sort()).toEqual([
      'Ann',
      'Cid',
      'Zoë',
    ]);
    press('Select none');
    act(() => [...root.querySelectorAll<HTMLInputElement>('.collection__row input')].at(-1)!.click());
    await vi.waitFor(() => expect(root.textContent).toContain('1 match selected'));
    press('Save as SGF');
    await vi.waitFor(() => expect(saved).toHaveLength(2), SLOW);
    expect(saved[1]!.name).toMatch(/^\S+ - \S+ 2024-03-0[12]\.sgf$/);
    expect(await saved[1]!.content.text()).toContain('GM[6]');
    vi.spyOn(CollectionStore.prototype, 'source').mockResolvedValue({ text: 'no match', index: 0 });
    press('Save as .mat');
    await shows('1 match isn’t in the file');
    expect(saved).toHaveLength(2);
  });
});
