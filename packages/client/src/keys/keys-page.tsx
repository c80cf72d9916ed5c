import type { Key } from 'bg-record';
import { useEffect, useState } from 'preact/hooks';
import type { GuestKey } from '../session/identity.ts';
import { texts } from '../strings/main.ts';
import { Button } from '../ui/button.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ExportKey } from './export-key.tsx';
import { ImportKey } from './import-key.tsx';

interface KeysPageProps {
  readonly keys: GuestKey;
}

/** The guest's key: what it is, how to take it along, how to bring one in. */
export default function KeysPage({ keys }: KeysPageProps) {
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
    // Everything that this page holds belongs to the other key.
    location.reload();
  };
  return (
    <Page title={texts.keys.title} lead={texts.keys.lead}>
      {key === undefined && !failed && <Waiting>{texts.app.loading}</Waiting>}
      {failed && <Unread onAgain={read} />}
      {key === null && (
        <Notice tone={canKeep ? 'info' : 'warn'}>{canKeep ? texts.keys.none : texts.keys.noStorage}</Notice>
      )}
      {key && <ExportKey held={key} />}
      {canKeep && !failed && <ImportKey held={key ?? null} onUse={use} />}
    </Page>
  );
}

/** There is a key, and what reads it could not be fetched: nothing is said about it, and nothing put in its place. */
function Unread({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <>
      <Notice tone="warn">{texts.app.notLoaded}</Notice>
      <div class="row">
        <Button kind="primary" icon="redo" onClick={onAgain}>
          {texts.keys.again}
        </Button>
      </div>
    </>
  );
}
