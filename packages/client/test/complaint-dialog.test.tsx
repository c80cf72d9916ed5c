// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import ComplaintDialog from '../src/play/complaint-dialog.tsx';

const app = document.body.appendChild(document.createElement('div'));
afterEach(() => act(() => render(null, app)));

/** Opens the dialog of a client whose server gives this answer. */
async function open(answer: object) {
  const complain = vi.fn(async () => answer);
  const onClose = vi.fn();
  const client = { people: { complain } } as never;
  await act(async () =>
    render(<ComplaintDialog client={client} match="m1" pub={'ab'.repeat(32)} name="Bo" onClose={onClose} />, app),
  );
  return { complain, onClose };
}

const text = () => app.textContent?.replaceAll(/[\u2068\u2069]/g, '') ?? '';
const choose = (label: string) =>
  act(() => {
    const choice = [...app.querySelectorAll('label')].find((one) => one.textContent === label);
    choice!.querySelector('input')!.click();
  });
const send = () =>
  act(async () => {
    app.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });

test('KM5 the dialog sends what the player chose, says that the opponent will not know, and closes', async () => {
  const { complain, onClose } = await open({ ok: true, value: {} });
  expect(text()).toContain('Report Bo');
  expect(text()).toContain('Bo won’t know.');
  choose('Engine use');
  expect(text()).toContain('The operator compares the whole match with one.');
  await send();
  expect(complain.mock.calls).toEqual([['m1', 'engine']]);
  expect(onClose).toHaveBeenCalledOnce();
});

test('KM6 a refusal is shown, and the dialog stays open', async () => {
  const { onClose } = await open({ ok: false, code: 'too-many' });
  await send();
  expect(text()).toContain('as many reports as a day allows');
  expect(onClose).not.toHaveBeenCalled();
});
