import { useState } from 'preact/hooks';
import { saveText } from '../../platform/browser.ts';
import type { Client } from '../../state/client.ts';
import { isKeyTold } from '../../state/use-server-key.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The verifier as one file that needs no server. The build creates it: see vite.saved.config.ts. */
const SAVED = 'anchor-verify.html';

/**
 * Saves the verifier. The file contains the key that this browser knows for this address, if the server has shown one.
 */
export function SavePage({ connection, pinned }: Pick<Client, 'connection' | 'pinned'>) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { saved } = verifyTexts;
  const save = async () => {
    setState('busy');
    const text = await fetchPage();
    if (text !== null)
      saveText(SAVED, text.replace('data-server=""', `data-server="${pinned.pub ?? ''}"`), 'text/html');
    setState(text === null ? 'failed' : 'idle');
  };
  return (
    <Group title={saved.keep}>
      <p class="soft">{saved.keepText}</p>
      {state === 'failed' && <Notice tone="warn">{verifyTexts.unreachable}</Notice>}
      <div class="row">
        <Button icon="download" disabled={state === 'busy' || !isKeyTold(connection)} onClick={save}>
          {saved.save}
        </Button>
      </div>
    </Group>
  );
}

async function fetchPage(): Promise<string | null> {
  const response = await fetch(`/${SAVED}`).catch(() => null);
  return response?.ok ? response.text().catch(() => null) : null;
}
