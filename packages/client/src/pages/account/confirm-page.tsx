import type { ServerMessageOf } from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../state/client.ts';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { texts } from '../../strings/main.ts';
import { isolated } from '../../strings/name-text.ts';
import { troubleText } from '../../strings/troubles.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Expired, linkToken } from './expired.tsx';

interface Request extends Pick<ServerMessageOf<'registration'>, 'pub' | 'username' | 'email'> {
  /** True if this browser holds the key that requested the account. */
  readonly isOwn: boolean;
  /** True if this browser's account gets another address. */
  readonly isChange: boolean;
}

type State =
  | { readonly kind: 'looking' | 'expired' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'found'; readonly request: Request }
  | { readonly kind: 'done'; readonly sentence: string };

/** Enough digits to distinguish two keys. The email shows the same number. */
const SHOWN_DIGITS = 8;

/**
 * /account/confirm#t=TOKEN: the target of links that confirm an account. In the browser that requested the account, a
 * button creates it. Any other browser shows who requested it, and changes and installs nothing, because the request
 * may be a stranger's.
 */
export default function ConfirmPage({ client }: { readonly client: Client }) {
  const [token] = useState(linkToken);
  const [state, setState] = useState<State>({ kind: 'looking' });
  const isOnline = client.connection.status.value === 'online';
  useEffect(() => {
    if (isOnline && state.kind === 'looking') look(client, token).then(setState);
  }, [isOnline]);
  if (state.kind === 'expired') return <Expired />;
  if (state.kind === 'done') return <Done sentence={state.sentence} />;
  const isChange = state.kind === 'found' && state.request.isChange;
  return (
    <Page title={isChange ? text.addressTitle : text.confirmTitle}>
      {state.kind === 'looking' && <Waiting>{texts.app.loading}</Waiting>}
      {state.kind === 'failed' && <Notice tone="bad">{state.why}</Notice>}
      {state.kind === 'found' && <RequestView request={state.request} />}
      {state.kind === 'found' && state.request.isOwn && (
        <Confirm
          client={client}
          token={token}
          isChange={isChange}
          onDone={(username) =>
            setState({ kind: 'done', sentence: isChange ? text.addressDone : text.confirmDone(isolated(username)) })
          }
        />
      )}
    </Page>
  );
}

async function look({ connection, keys }: Client, token: string): Promise<State> {
  const answer = await connection.request({ type: 'registration', token });
  if (!answer.ok) {
    const isOver = answer.code === 'link-expired' || answer.code === 'bad-frame';
    return isOver ? { kind: 'expired' } : { kind: 'failed', why: troubleText(answer) };
  }
  if (answer.value.type !== 'registration') return { kind: 'expired' };
  const { pub, username, email } = answer.value;
  const held = await keys.current().catch(() => null);
  const me = connection.me.value;
  const isChange = me?.account === true && me.pub === pub;
  return { kind: 'found', request: { pub, username, email, isOwn: held?.pub === pub, isChange } };
}

function RequestView({ request: { pub, username, email, isOwn, isChange } }: { readonly request: Request }) {
  const own = isChange ? text.addressOwn : text.confirmOwn;
  return (
    <>
      <Notice tone={isOwn ? 'info' : 'warn'}>{isOwn ? own : text.confirmElsewhere}</Notice>
      <dl class="keys">
        <dt>{text.email}</dt>
        <dd>
          <bdi>{email}</bdi>
        </dd>
        <dt>{text.confirmName}</dt>
        <dd>{isolated(username, pub)}</dd>
        <dt>{text.confirmKey}</dt>
        <dd class="mono">{pub.slice(0, SHOWN_DIGITS)}…</dd>
      </dl>
    </>
  );
}

interface ConfirmProps {
  readonly client: Client;
  readonly token: string;
  readonly isChange: boolean;
  readonly onDone: (username: string) => void;
}

function Confirm({ client: { connection, keys }, token, isChange, onDone }: ConfirmProps) {
  const { busy, failure, send } = useRequest();
  const submit = async () => {
    const answer = await send(() => connection.request({ type: 'confirm-account', token }));
    if (!answer.ok || answer.value.type !== 'confirmed') return;
    keys.name = answer.value.username;
    onDone(answer.value.username);
  };
  return (
    <>
      <FailureNotice failure={failure} />
      <div class="row">
        <Button kind="primary" large icon="key" disabled={busy} onClick={submit}>
          {isChange ? text.addressSubmitNow : text.confirmSubmitAccount}
        </Button>
      </div>
    </>
  );
}

function Done({ sentence }: { readonly sentence: string }) {
  return (
    <Page title={text.confirmTitle}>
      <Notice tone="good">{sentence}</Notice>
      <div class="row">
        <LinkButton kind="primary" href="/" icon="play">
          {text.home}
        </LinkButton>
      </div>
    </Page>
  );
}
