import type { Key } from 'bg-record';
import { useEffect, useState } from 'preact/hooks';
import type { GuestKey } from '../session/identity.ts';
import { texts } from '../strings/main.ts';
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
  useEffect(() => {
    void keys.current().then(setKey);
    void keys.canKeep().then(setCanKeep);
  }, []);
  const use = async (chosen: Key) => {
    await keys.replace(chosen);
    // Everything that this page holds belongs to the other key.
    location.reload();
  };
  return (
    <Page title={texts.keys.title} lead={texts.keys.lead}>
      {key === undefined && <Waiting>{texts.app.loading}</Waiting>}
      {key === null && (
        <Notice tone={canKeep ? 'info' : 'warn'}>{canKeep ? texts.keys.none : texts.keys.noStorage}</Notice>
      )}
      {key && <ExportKey held={key} />}
      {canKeep && <ImportKey held={key ?? null} onUse={use} />}
    </Page>
  );
}
