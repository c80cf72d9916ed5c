import { useState } from 'preact/hooks';
import type { CollectionStore } from '../../collection/collection-store.ts';
import type { KeptMatch } from '../../collection/kept-match.ts';
import { collectionTexts as texts } from '../../strings/collection.ts';
import { texts as main } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

interface DeleteProps {
  readonly store: CollectionStore;
  readonly chosen: readonly KeptMatch[];
}

/** Deletes matches after a confirmation. */
export function Delete({ store, chosen }: DeleteProps) {
  const [state, setState] = useState<'idle' | 'asked' | 'busy' | 'failed'>('idle');
  const count = chosen.length;
  const remove = async () => {
    setState('busy');
    const isDone = await store.remove(chosen.map(({ id }) => id)).then(
      () => true,
      () => false,
    );
    setState(isDone ? 'idle' : 'failed');
    if (isDone) toast(texts.removed(count));
  };
  return (
    <>
      <Button kind="danger" onClick={() => setState('asked')}>
        {texts.remove(count)}
      </Button>
      {state !== 'idle' && (
        <Dialog title={texts.remove(count)} onClose={() => setState('idle')}>
          <Notice tone="warn">{texts.removeText}</Notice>
          {state === 'failed' && <Notice tone="bad">{texts.failed}</Notice>}
          <DialogActions>
            <Button onClick={() => setState('idle')}>{main.app.cancel}</Button>
            <Button kind="danger" disabled={state === 'busy'} onClick={() => void remove()}>
              {texts.remove(count)}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
