import { useRef, useState } from 'preact/hooks';
import { saveText } from '../../platform/browser.ts';
import type { Client } from '../../state/client.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { collectOwnData } from './own-data.ts';

type State =
  | { readonly kind: 'idle' | 'failed' | 'saved' }
  | { readonly kind: 'busy'; readonly done: number; readonly all: number };

/** Saves everything that the service has about the reader as one file. */
export function TakeAlong({ client }: { readonly client: Client }) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const stopped = useRef(false);
  const isBusy = state.kind === 'busy';
  const save = async () => {
    stopped.current = false;
    setState({ kind: 'busy', done: 0, all: 0 });
    const report = (done: number, all: number) => setState({ kind: 'busy', done, all });
    const parts = await collectOwnData(client, { report, isStopped: () => stopped.current }).catch(() => null);
    if (parts) saveText('anchor-data.json', parts.join(''), 'application/json');
    setState({ kind: parts ? 'saved' : stopped.current ? 'idle' : 'failed' });
  };
  const stop = () => {
    stopped.current = true;
  };
  return (
    <Group title={text.takeAlong}>
      <p class="soft">{text.takeAlongText}</p>
      {state.kind === 'busy' && <p role="status">{text.takeAlongBusy(state.done, state.all)}</p>}
      {state.kind === 'failed' && <Notice tone="bad">{text.takeAlongFailed}</Notice>}
      {state.kind === 'saved' && <Notice tone="good">{text.takeAlongSaved}</Notice>}
      <div class="row">
        <Button icon="download" disabled={isBusy || client.connection.status.value !== 'online'} onClick={save}>
          {text.takeAlongSubmit}
        </Button>
        {isBusy && <Button onClick={stop}>{text.takeAlongStop}</Button>}
      </div>
    </Group>
  );
}
