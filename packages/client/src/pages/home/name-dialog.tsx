import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { texts } from '../../strings/main.ts';
import { namingTexts as words } from '../../strings/naming.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';

interface NameDialogProps {
  readonly client: Pick<Client, 'connection' | 'keys'>;
  readonly onClose: () => void;
}

/** The player's name and key. */
export default function NameDialog({ client: { connection, keys }, onClose }: NameDialogProps) {
  const me = connection.me.value;
  const [name, setName] = useState(me?.name ?? keys.name ?? '');
  const { busy, failure, send } = useRequest();
  const save = async (event: Event) => {
    event.preventDefault();
    const answer = await send(() => connection.rename(name));
    if (!answer.ok) return;
    if (answer.value.type === 'named') keys.name = answer.value.name;
    toast(words.saved);
    onClose();
  };
  return (
    <Dialog title={words.title} closeLabel={texts.app.close} onClose={onClose}>
      <form class="stack" onSubmit={save}>
        <TextField
          label={words.title}
          hint={words.hint}
          value={name}
          maxLength={24}
          autocomplete="nickname"
          onInput={setName}
        />
        <FailureNotice failure={failure} />
        {!me?.account && <Notice>{words.noAccount}</Notice>}
        <DialogActions>
          <Ways pub={me?.pub ?? null} onGo={onClose} />
          <Button kind="primary" type="submit" disabled={busy || name.trim() === ''}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Links to the player's own page, once the key is known, and to the key. */
function Ways({ pub, onGo }: { readonly pub: string | null; readonly onGo: () => void }) {
  return (
    <>
      {pub && (
        <LinkButton href={`/player/${pub}`} icon="user" kind="quiet" onClick={onGo}>
          {words.page}
        </LinkButton>
      )}
      <LinkButton href="/keys" icon="key" kind="quiet" onClick={onGo}>
        {texts.app.key}
      </LinkButton>
    </>
  );
}
