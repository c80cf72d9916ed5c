import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { endPush } from '../../state/push-messages.ts';
import { accountTexts } from '../../strings/account.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Removes the account's key from this browser after a confirmation, and ends the push messages that the key gets here. */
export function SignOut({ client }: { readonly client: Client }) {
  const [open, setOpen] = useState(false);
  const { signOut, signOutText, signOutOpen } = accountTexts;
  return (
    <Group title={signOut}>
      <p class="soft">{signOutText}</p>
      <div class="row">
        <Button onClick={() => setOpen(true)}>{signOutOpen}</Button>
      </div>
      {open && <ConfirmSignOut client={client} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function ConfirmSignOut({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const [state, setState] = useState<'asked' | 'busy' | 'failed'>('asked');
  const { signOut, signOutWarning, signOutSubmit, signOutFailed } = accountTexts;
  const submit = async () => {
    setState('busy');
    try {
      await endPush(client.connection, client.preferences);
      await client.keys.forget();
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
