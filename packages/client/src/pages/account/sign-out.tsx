import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { accountTexts } from '../../strings/account.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Removes the account's key from this browser after a confirmation. */
export function SignOut({ keys }: Pick<Client, 'keys'>) {
  const [open, setOpen] = useState(false);
  const { signOut, signOutText, signOutOpen } = accountTexts;
  return (
    <Group title={signOut}>
      <p class="soft">{signOutText}</p>
      <div class="row">
        <Button onClick={() => setOpen(true)}>{signOutOpen}</Button>
      </div>
      {open && <ConfirmSignOut keys={keys} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function ConfirmSignOut({ keys, onClose }: Pick<Client, 'keys'> & { readonly onClose: () => void }) {
  const [state, setState] = useState<'asked' | 'busy' | 'failed'>('asked');
  const { signOut, signOutWarning, signOutSubmit, signOutFailed } = accountTexts;
  const submit = async () => {
    setState('busy');
    try {
      await keys.forget();
    } catch {
      setState('failed');
      return;
    }
    // All data of this page belongs to the removed key.
    location.reload();
  };
  return (
    <Dialog title={signOut} onClose={onClose}>
      <Notice tone="warn">{signOutWarning}</Notice>
      {state === 'failed' && <Notice tone="bad">{signOutFailed}</Notice>}
      <DialogActions>
        <Button onClick={onClose}>{texts.app.cancel}</Button>
        <Button kind="primary" disabled={state === 'busy'} onClick={submit}>
          {signOutSubmit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
