import { type Answer, coded } from 'bg-session';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts } from '../../strings/account.ts';
import { isolated } from '../../strings/name-text.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CodeForm } from './code-form.tsx';
import { makeJwk } from './jwk.ts';

interface MailFormProps {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  /** Shown after the email was requested. */
  readonly mailed: string;
  readonly ask: (email: string) => Promise<Answer>;
  /** True if the page is connected or connecting. */
  readonly mayAsk: boolean;
  /** True if the other fields are filled in. */
  readonly ready?: boolean;
  readonly children?: ComponentChildren;
  /** The form for the code in the email. */
  readonly codeForm?: (isMailed: boolean) => ComponentChildren;
}

/** A form whose answer comes by email. */
export function AskByMail(props: MailFormProps) {
  const { title, lead, submit, mailed, mayAsk, ask, ready = true, children, codeForm } = props;
  const [email, setEmail] = useState('');
  const [done, setDone] = useState<'mailed' | 'logged' | null>(null);
  const { busy, failure, send: request } = useRequest();
  const send = async () => {
    setDone(null);
    const answer = await request(() => ask(email.trim()));
    if (answer.ok) setDone(answer.value.type === 'mailed' && answer.value.logged ? 'logged' : 'mailed');
  };
  return (
    <Group title={title}>
      <p class="soft">{lead}</p>
      {children}
      <TextField
        label={accountTexts.email}
        inputMode="email"
        hint={accountTexts.emailHint}
        value={email}
        maxLength={254}
        autocomplete="email"
        onInput={setEmail}
      />
      <FailureNotice failure={failure} />
      {done === 'mailed' && <Notice tone="good">{mailed}</Notice>}
      {done === 'logged' && <Notice tone="warn">{accountTexts.logged}</Notice>}
      <div class="row">
        <Button kind="primary" disabled={busy || !mayAsk || !ready || !email.includes('@')} onClick={send}>
          {submit}
        </Button>
      </div>
      {codeForm?.(done !== null)}
    </Group>
  );
}

/** Creates an account for the key of this browser. */
export function Register({ client }: { readonly client: Client }) {
  const { connection, keys } = client;
  const [name, setName] = useState(keys.name ?? connection.me.value?.name ?? '');
  const { register, registerText, registerSubmit, registerMailed, username, custody, confirmSubmitAccount } =
    accountTexts;
  const codeForm = (isMailed: boolean) => (
    <CodeForm
      client={client}
      isMailed={isMailed}
      submit={confirmSubmitAccount}
      done={accountTexts.confirmDone(isolated(name.trim()))}
    />
  );
  const ask = async (email: string) => {
    const key = await keys.ensure().catch(() => undefined);
    if (key === undefined) return coded('offline');
    if (!key) return coded('no-storage');
    return connection.request({ type: 'register', username: name.trim(), email, jwk: makeJwk(key) });
  };
  return (
    <AskByMail
      title={register}
      lead={registerText}
      submit={registerSubmit}
      mailed={registerMailed}
      mayAsk={connection.mayAsk}
      ask={ask}
      ready={name.trim() !== ''}
      codeForm={codeForm}
    >
      <TextField label={username} value={name} maxLength={24} autocomplete="nickname" onInput={setName} />
      <Notice>{custody}</Notice>
    </AskByMail>
  );
}
