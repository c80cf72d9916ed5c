import { useState } from 'preact/hooks';
import { keyTexts as texts } from '../strings/keys.ts';
import { Button } from './button.tsx';

/** A button that asks the browser to keep this site's data. Browsers clear it when space runs low, unless asked not to. */
export function Persist({ label }: { readonly label: string }) {
  const [kept, setKept] = useState<boolean | null>(null);
  if (!('storage' in navigator)) return null;
  const ask = () => navigator.storage.persist().then(setKept, () => setKept(false));
  if (kept === null)
    return (
      <Button kind="quiet" icon="shield" onClick={ask}>
        {label}
      </Button>
    );
  return <p class="soft small">{kept ? texts.persisted : texts.notPersisted}</p>;
}
