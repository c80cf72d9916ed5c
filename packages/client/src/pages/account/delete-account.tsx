import type { Answer } from 'bg-session';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { endPush } from '../../state/push-messages.ts';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts } from '../../strings/account.ts';
import { texts } from '../../strings/main.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

/** Deletes the account after the player has typed the confirmation. */
export function DeleteAccount({ client }: { readonly client: Client }) {
  const [open, setOpen] = useState(false);
  const { remove, removeText, removeOpen } = accountTexts;
  return (
    <Group title={remove}>
      <p class="soft">{removeText}</p>
      <div class="row">
        <Button kind="danger" onClick={() => setOpen(true)}>
          {removeOpen}
        </Button>
      </div>
      {open && <ConfirmDelete client={client} onClose={() => setOpen(false)} />}
    </Group>
  );
}

/** The server removes the subscription to push messages with the account. The browser must not renew it. */
async function deleteAccount({ connection, preferences }: Client): Promise<Answer> {
  const answer = await connection.deleteAccount();
  if (answer.ok) await endPush(connection, preferences);
  return answer;
}

function ConfirmDelete({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { busy, failure, send } = useRequest();
  const { remove, removeText, confirmLabel, confirmPhrase, confirmSubmit, removed } = accountTexts;
  const submit = async () => {
    const answer = await send(() => deleteAccount(client));
    if (!answer.ok) return;
    client.keys.name = null;
    // the page proves the key again to learn its new identity
    client.connection.takeOver();
    toast(removed);
    onClose();
  };
  return (
    <Dialog title={remove} onClose={onClose}>
      <Notice tone="bad">{removeText}</Notice>
      <TextField label={confirmLabel} value={typed} onInput={setTyped} />
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={onClose}>{texts.app.cancel}</Button>
        <Button kind="danger" disabled={busy || typed !== confirmPhrase} onClick={submit}>
          {confirmSubmit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
