import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

const CODE = /^[0-9]{6}$/;

interface CodeFormProps {
  readonly client: Client;
  /** True if the email with the code was requested here. Otherwise the form opens by a button. */
  readonly isMailed: boolean;
  readonly submit: string;
  /** Shown after the code was accepted. */
  readonly done: string;
}

/** The code of an email that was opened elsewhere. It confirms the account, or the new address, of this browser's key. */
export function CodeForm({ client: { connection, keys }, isMailed, submit, done }: CodeFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isDone, setDone] = useState(false);
  const { busy, failure, send } = useRequest();
  const code = typed.replace(/\s/g, '');
  const confirm = async () => {
    const answer = await send(() => connection.request({ type: 'confirm-code', code }));
    if (!answer.ok || answer.value.type !== 'confirmed') return;
    keys.name = answer.value.username;
    setDone(true);
  };
  if (isDone) return <Notice tone="good">{done}</Notice>;
  if (!isMailed && !isOpen)
    return (
      <div class="row">
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {text.codeOpen}
        </Button>
      </div>
    );
  return (
    <>
      <TextField
        label={text.code}
        hint={text.codeHint}
        inputMode="numeric"
        autocomplete="one-time-code"
        value={typed}
        maxLength={12}
        onInput={setTyped}
      />
      <FailureNotice failure={failure} />
      <div class="row">
        <Button disabled={busy || !connection.mayAsk || !CODE.test(code)} onClick={confirm}>
          {submit}
        </Button>
      </div>
    </>
  );
}
