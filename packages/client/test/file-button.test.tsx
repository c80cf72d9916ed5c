// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FileButton } from '../src/ui/file-button.tsx';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => act(() => render(null, app)));

describe('a button for files', () => {
  test('FB1 opens the choice, has the only name and a description, and gives the chosen files, also the same one again', () => {
    const onFiles = vi.fn();
    const props = { label: 'Choose files', hint: '.mat, .sgf', accept: '.mat,.sgf', multiple: true, onFiles };
    act(() => render(<FileButton {...props} />, app));
    const [button, input] = [app.querySelector('button')!, app.querySelector('input')!];
    expect([button.textContent, input.hidden, input.multiple, input.accept]).toEqual([
      'Choose files',
      true,
      true,
      '.mat,.sgf',
    ]);
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe('.mat, .sgf');
    const click = vi.spyOn(input, 'click').mockImplementation(() => undefined);
    button.click();
    expect(click).toHaveBeenCalledTimes(1);
    const file = new File(['x'], 'a.mat');
    const choose = (files: readonly File[]) => {
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    for (let times = 0; times < 2; times++) choose([file]);
    expect(input.value).toBe('');
    choose([]);
    expect(onFiles.mock.calls).toEqual([[[file]], [[file]]]);
  });

  test('FB2 offers a whole folder', () => {
    act(() => render(<FileButton label="Choose a folder" folder onFiles={() => undefined} />, app));
    expect(app.querySelector('input')?.webkitdirectory).toBe(true);
    expect(app.querySelector('button')?.hasAttribute('aria-describedby')).toBe(false);
  });

  test('FB3 is in the place of the browser’s own field for files on every page', () => {
    const src = join(import.meta.dirname, '../src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.tsx') && readFileSync(join(src, name), 'utf8').includes('type="file"'),
    );
    expect(files).toEqual(['ui/file-button.tsx']);
  });
});
