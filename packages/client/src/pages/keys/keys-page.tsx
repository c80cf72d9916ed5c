import type { Key } from 'bg-record';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { keyTexts } from '../../strings/keys.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { ExportKey } from './export-key.tsx';
import { ImportKey } from './import-key.tsx';

interface KeysPageProps {
  readonly client: Client;
}

/** The guest's key, with export and import. */
export default function KeysPage({ client: { keys, played } }: KeysPageProps) {
  const [key, setKey] = useState<Key | null | undefined>(undefined);
  const [canKeep, setCanKeep] = useState(true);
  const [failed, setFailed] = useState(false);
  const read = () => {
    setFailed(false);
    keys.current().then(setKey, () => setFailed(true));
  };
  useEffect(() => {
    read();
    void keys.canKeep().then(setCanKeep);
  }, []);
  const use = async (chosen: Key) => {
    await keys.replace(chosen);
    played.noteKey();
    // All data of this page belongs to the other key.
    location.reload();
  };
  return (
    <Page title={keyTexts.title} lead={keyTexts.lead}>
      {key === undefined && !failed && <Waiting>{texts.app.loading}</Waiting>}
      {failed && <Unread onAgain={read} />}
      {key === null && <Notice tone={canKeep ? 'info' : 'warn'}>{canKeep ? keyTexts.none : keyTexts.noStorage}</Notice>}
      {key && <ExportKey held={key} />}
      {canKeep && !failed && <ImportKey held={key ?? null} onUse={use} />}
    </Page>
  );
}

/**
 * Shown if there is a key but the code that reads it could not be loaded. The page shows nothing about the key, and
 * does not replace it.
 */
function Unread({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <>
      <Notice tone="warn">{texts.app.notLoaded}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {keyTexts.again}
        </Button>
      </div>
    </>
  );
}
