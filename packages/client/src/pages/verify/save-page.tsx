import { useState } from 'preact/hooks';
import { saveFile } from '../../platform/browser.ts';
import type { Client } from '../../state/client.ts';
import { isKeyTold } from '../../state/use-server-key.ts';
import { verifyTexts } from '../../strings/verify.ts';
import { Button } from '../../ui/button.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The verifier as one file that needs no server. The build creates it: see vite.saved.config.ts. */
const SAVED = 'anchor-verify.html';

/**
 * Saves the verifier. The file contains the key that this browser knows for this address, if the server has shown one, and
 * the key of the public log for which that key vouches.
 */
export function SavePage({ connection, pinned, publicLog }: Pick<Client, 'connection' | 'pinned' | 'publicLog'>) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { saved } = verifyTexts;
  const save = async () => {
    setState('busy');
    const [text, logKey] = await Promise.all([fetchPage(), keyOfLog(publicLog)]);
    if (text !== null) saveFile(SAVED, withKeys(text, pinned.pub ?? '', logKey ?? ''), 'text/html');
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

async function keyOfLog(publicLog: Client['publicLog']): Promise<string | null> {
  try {
    return await (await publicLog()).key();
  } catch {
    // The code that checks the log could not be loaded. The saved file then needs a policy beside a proof.
    return null;
  }
}

/** Writes the keys into the saved page. The name in a key of a log can be almost any text. */
function withKeys(page: string, server: string, log: string): string {
  const escaped = log.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return page
    .replace('data-server=""', () => `data-server="${server}"`)
    .replace('data-log=""', () => `data-log="${escaped}"`);
}

async function fetchPage(): Promise<string | null> {
  const response = await fetch(`/${SAVED}`).catch(() => null);
  return response?.ok ? response.text().catch(() => null) : null;
}
