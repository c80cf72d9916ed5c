import { useEffect, useRef, useState } from 'preact/hooks';
import { CardStore } from '../../cards/card-store.ts';
import { EstimateStore } from '../../judged/estimate-store.ts';
import { saveFile } from '../../platform/browser.ts';
import type { Client } from '../../state/client.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { collectOwnData } from './own-data.ts';

type State =
  | { readonly kind: 'idle' | 'failed' | 'saved' }
  | { readonly kind: 'busy'; readonly done: number; readonly all: number };

const WAIT_MS = 10_000;
const cards = () => new CardStore().list();
const estimates = (pub: string) => new EstimateStore().list(pub);
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));

/** Saves everything that the service shows its reader about themselves as one file. */
export function TakeAlong({ client }: { readonly client: Client }) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const stopped = useRef(false);
  const stop = () => {
    stopped.current = true;
  };
  useEffect(() => stop, []);
  const isBusy = state.kind === 'busy';
  const save = async () => {
    stopped.current = false;
    setState({ kind: 'busy', done: 0, all: 0 });
    const report = (done: number, all: number) => setState({ kind: 'busy', done, all });
    const isStopped = () => stopped.current;
    const parts = await collectOwnData({ ...client, cards, estimates }, { report, isStopped, wait }).catch(() => null);
    if (isStopped()) return setState({ kind: 'idle' });
    if (parts) saveFile('anchor-data.json', parts.join(''), 'application/json');
    setState({ kind: parts ? 'saved' : 'failed' });
  };
  return (
    <Group title={text.takeAlong}>
      <p class="soft">{text.takeAlongText}</p>
      {state.kind === 'busy' && (
        <p role="status">{state.all > 0 ? text.takeAlongBusy(state.done, state.all) : texts.app.loading}</p>
      )}
      {state.kind === 'failed' && <Notice tone="bad">{text.takeAlongFailed}</Notice>}
      {state.kind === 'saved' && <Notice tone="good">{text.takeAlongSaved}</Notice>}
      <div class="row">
        <Button icon="download" disabled={isBusy || !client.connection.mayAsk} onClick={save}>
          {text.takeAlongSubmit}
        </Button>
        {isBusy && <Button onClick={stop}>{text.takeAlongStop}</Button>}
      </div>
    </Group>
  );
}
