// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { zipOf } from '../../record/test/support/zip.ts';
import { readInput } from '../src/engine/read-import.ts';
import { MatchFileField } from '../src/play/match-file.tsx';

const MAT = ` 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
`;
const XGID = 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10';

/** The readers are loaded with the first file. */
const SLOW = { timeout: 20_000 };

let root: HTMLElement | null = null;
afterEach(() => {
  if (root) render(null, root);
  root?.remove();
  root = null;
});

function shown() {
  const onMatch = vi.fn();
  const onPosition = vi.fn();
  root = document.body.appendChild(document.createElement('div'));
  act(() => render(<MatchFileField onMatch={onMatch} onPosition={onPosition} />, root!));
  return { onMatch, onPosition, root };
}

const transfer = (files: readonly File[], text = '') => ({ files, getData: () => text });

/** An event with the data of a clipboard or of what is dropped. */
function fire(on: Element, type: string, data: Record<string, unknown>) {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, data);
  act(() => void on.dispatchEvent(event));
}

describe('the field for matches and positions', () => {
  test('NR8 takes a pasted text, a dropped file and a chosen file', async () => {
    const { root: at, onMatch, onPosition } = shown();
    const area = at.querySelector('textarea')!;
    fire(area, 'paste', { clipboardData: transfer([], `look: ${XGID}`) });
    await vi.waitFor(() => expect(onPosition).toHaveBeenCalledTimes(1), SLOW);
    expect(onPosition.mock.calls[0]?.[0]).toMatchObject({ length: 7, dice: [3, 1] });
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([new File([MAT], 'a.mat')]) });
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(1), SLOW);
    expect(onMatch.mock.calls[0]?.[0].match.names).toEqual(['Ann', 'Bob']);
    const input = at.querySelector<HTMLInputElement>('input[type=file]')!;
    Object.defineProperty(input, 'files', { value: [new File([MAT], 'b.mat')] });
    fire(input, 'change', {});
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(2), SLOW);
  });

  test('NR9 offers the matches of several files, says what was left out, and names what it cannot read', async () => {
    const { root: at, onMatch } = shown();
    const cut = `${MAT}  2) 65: 24/18 13/9\n`;
    const files = [
      new File([MAT + MAT], 'two.mat'),
      new File([cut], 'cut.mat'),
      new File(['Score is 0-0 in a 5 point'], 'x.txt'),
    ];
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer(files) });
    await vi.waitFor(() => expect(at.textContent).toContain('FIBS'), SLOW);
    expect(onMatch).not.toHaveBeenCalled();
    const buttons = [...at.querySelectorAll('button')].filter(({ textContent }) => textContent?.includes('Ann'));
    expect(buttons).toHaveLength(3);
    expect(at.textContent).toContain(
      'Game 1, line 6: The play is illegal or unknown. The rest of the game is left out.',
    );
    act(() => buttons[2]?.click());
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalled());
    expect(onMatch.mock.calls[0]?.[0].match.notes).toHaveLength(1);
  });

  test('NR11 says that a folder cannot be read, and reads what is brought next', async () => {
    const { root: at, onMatch } = shown();
    const folder = Object.assign(new File([], 'matches'), { arrayBuffer: () => Promise.reject(new Error('a folder')) });
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([folder]) });
    await vi.waitFor(() => expect(at.textContent).toContain('It may be a folder'), SLOW);
    expect(at.querySelector('.waiting, [role=status]')?.textContent ?? '').not.toContain('Reading');
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([new File([MAT], 'a.mat')]) });
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(1), SLOW);
    expect(at.textContent).not.toContain('It may be a folder');
  });

  test('NR10 opens nothing after the reader has left the page while a file was being read', async () => {
    const { root: at, onMatch } = shown();
    let arrive: (content: ArrayBuffer) => void = () => undefined;
    const content = new Promise<ArrayBuffer>((resolve) => {
      arrive = resolve;
    });
    const file = new File([MAT], 'a.mat');
    file.arrayBuffer = () => content;
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([file]) });
    await act(async () => render(null, at));
    const alike = readInput(file);
    arrive(await new Blob([MAT]).arrayBuffer());
    expect(await alike).toMatchObject({ ok: true });
    expect(onMatch).not.toHaveBeenCalled();
  });

  test('NR12 shows the first fifty of many files that it cannot read, and the number of the others', async () => {
    const { root: at } = shown();
    const files = Array.from({ length: 60 }, (_, n) => new File(['no match'], `x${n}.txt`));
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer(files) });
    await vi.waitFor(() => expect(at.textContent).toContain('And 10 more files.'), SLOW);
    expect(at.textContent).toContain('x49.txt');
    expect(at.textContent).not.toContain('x50.txt');
  });

  test('NR13 opens a match although the browser keeps nothing, and says so', async () => {
    const { root: at, onMatch } = shown();
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([new File([MAT], 'a.mat')]) });
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(1), SLOW);
    await vi.waitFor(() => expect(at.textContent).toContain('Not kept in your collection'), SLOW);
  });

  const zip = (...files: Parameters<typeof zipOf>[0]) => new File([zipOf(files)], 'my matches.zip');

  test('NR14 opens the only match of an archive, whether it is chosen or dropped', async () => {
    const { root: at, onMatch } = shown();
    const archive = zip({ name: 'club/' }, { name: 'club/a.mat', content: MAT }, { name: '__MACOSX/._a.mat' });
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([archive]) });
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(1), SLOW);
    expect(onMatch.mock.calls[0]?.[0].match.names).toEqual(['Ann', 'Bob']);
    const input = at.querySelector<HTMLInputElement>('input[type=file]')!;
    expect(input.accept).toContain('.zip');
    Object.defineProperty(input, 'files', { value: [archive] });
    fire(input, 'change', {});
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(2), SLOW);
  });

  test('NR15 lists the files of archives beside others, and names those that are no match, locked or damaged', async () => {
    const { root: at, onMatch } = shown();
    const inner = zipOf([{ name: 'x.mat', content: MAT }]);
    const archive = zip(
      { name: 'club/a.mat', content: MAT },
      { name: 'read me.txt', content: 'no match' },
      { name: 'b.mat', content: MAT, flags: 1 },
      { name: 'c.mat', content: MAT, checksum: 7 },
      { name: 'inner.zip', content: inner },
    );
    const files = [archive, new File([MAT], 'last.mat')];
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer(files) });
    await vi.waitFor(() => expect(at.textContent).toContain('last.mat'), SLOW);
    const texts = at.textContent ?? '';
    const places = ['club/a.mat', 'read me.txt', 'b.mat', 'c.mat', 'inner.zip'].map((name) =>
      texts.indexOf(`my matches.zip/${name}`),
    );
    expect(places.every((place, n) => place > (places[n - 1] ?? -1))).toBe(true);
    expect(texts).toContain('This archive is locked with a password. Unpack it and choose the files in it.');
    expect(texts).toContain('It’s damaged: a length or the checksum is wrong.');
    expect(texts).toContain('This is an archive. Unpack it and choose the files in it.');
    expect(onMatch).not.toHaveBeenCalled();
    const buttons = [...at.querySelectorAll('button')].filter(({ textContent }) => textContent?.includes('Ann'));
    expect(buttons).toHaveLength(2);
    act(() => buttons[0]?.click());
    await vi.waitFor(() => expect(onMatch).toHaveBeenCalledTimes(1));
  });

  test('NR16 reads 2,000 files, whether they are chosen or in an archive, and says how many it left out', async () => {
    const { root: at } = shown();
    const many = zip(...Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}.txt`, content: 'x', method: 0 })));
    const files = [new File(['x'], 'first.txt'), many, new File(['x'], 'last.txt')];
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer(files) });
    await vi.waitFor(() => expect(at.textContent).toContain('And 1,950 more files.'), SLOW);
    expect(at.textContent).toContain('Only 2,000 files are read at once. 3 files were left out.');
  });

  test('NR17 says that an archive cannot be opened', async () => {
    const { root: at } = shown();
    const cut = new File([zipOf([{ name: 'a.mat', content: MAT }]).slice(0, 60)], 'cut.zip');
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([cut]) });
    await vi.waitFor(() => expect(at.textContent).toContain('It’s damaged'), SLOW);
    const gone = Object.assign(new File([zipOf([])], 'gone.zip'), {
      slice: (from: number, to: number) =>
        to <= 4 ? new Blob(['PK\x03\x04'.slice(from, to)]) : { arrayBuffer: () => Promise.reject(new Error('gone')) },
    });
    fire(at.querySelector('fieldset')!, 'drop', { dataTransfer: transfer([gone]) });
    await vi.waitFor(() => expect(at.textContent).toContain('This file can’t be read.'), SLOW);
  });
});
