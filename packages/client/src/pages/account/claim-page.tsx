import { type LoginClaim, loginClaim } from '@anchor/wire';
import { useState } from 'preact/hooks';
import * as z from 'zod/mini';
import type { Client } from '../../state/client.ts';
import { accountTexts } from '../../strings/account.ts';
import { keyTexts } from '../../strings/keys.ts';
import { texts } from '../../strings/main.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Expired, linkToken } from './expired.tsx';
import { readJwk } from './jwk.ts';

type State =
  | { readonly kind: 'asked' | 'busy' | 'offline' | 'expired' | 'unusable' | 'unkept' }
  | { readonly kind: 'other-key' | 'done'; readonly claim: LoginClaim };

/**
 * /account/claim#t=TOKEN: the target of sign-in links. Nothing happens before the button is pressed, because programs
 * that scan emails open links too.
 */
export default function ClaimPage({ client }: { readonly client: Client }) {
  const [token] = useState(linkToken);
  const [state, setState] = useState<State>({ kind: 'asked' });
  const submit = async () => {
    setState({ kind: 'busy' });
    setState(await signIn(client, token));
  };
  if (state.kind === 'expired') return <Expired />;
  if (state.kind === 'done') return <Done name={state.claim.username} />;
  return (
    <Page title={accountTexts.claimTitle} lead={accountTexts.claimText}>
      {state.kind === 'offline' && <Notice tone="warn">{accountTexts.offline}</Notice>}
      {state.kind === 'unkept' && <Notice tone="bad">{keyTexts.notKept}</Notice>}
      {state.kind === 'unusable' && <Notice tone="bad">{accountTexts.unusable}</Notice>}
      <div class="row">
        <Button kind="primary" large icon="key" disabled={state.kind === 'busy'} onClick={submit}>
          {accountTexts.claimSubmit}
        </Button>
      </div>
      {state.kind === 'other-key' && (
        <ConfirmReplace
          onClose={() => setState({ kind: 'expired' })}
          onConfirm={async () => setState(await install(client, state.claim))}
        />
      )}
    </Page>
  );
}

async function signIn(client: Client, token: string): Promise<State> {
  const claim = await claimAccount(token);
  if (typeof claim === 'string') return { kind: claim };
  const held = await client.keys.current().catch(() => undefined);
  if (held === undefined) return { kind: 'offline' };
  return held && held.pub !== claim.pub ? { kind: 'other-key', claim } : install(client, claim);
}

async function install({ keys, connection, played }: Client, claim: LoginClaim): Promise<State> {
  const key = await readJwk(claim.jwk, claim.pub);
  if (!key) return { kind: 'unusable' };
  const kept = await keys.replace(key).then(
    () => true,
    () => false,
  );
  if (!kept) return { kind: 'unkept' };
  keys.name = claim.username;
  played.noteKey();
  connection.takeOver();
  return { kind: 'done', claim };
}

function Done({ name }: { readonly name: string }) {
  return (
    <Page title={accountTexts.claimTitle}>
      <Notice tone="good">{accountTexts.claimDone(name)}</Notice>
      <div class="row">
        {/* reloads, because this page's data may belong to another key */}
        <LinkButton kind="primary" href="/" icon="play" onClick={() => location.assign('/')}>
          {accountTexts.home}
        </LinkButton>
      </div>
    </Page>
  );
}

function ConfirmReplace({ onClose, onConfirm }: { readonly onClose: () => void; readonly onConfirm: () => void }) {
  const { replaceTitle, replaceText, exportFirst, replace } = accountTexts;
  return (
    <Dialog title={replaceTitle} onClose={onClose}>
      <Notice tone="bad">{replaceText}</Notice>
      <p>
        <a href="/keys" target="_blank" rel="noopener">
          {exportFirst}
        </a>
      </p>
      <DialogActions>
        <Button onClick={onClose}>{texts.app.cancel}</Button>
        <Button kind="danger" onClick={onConfirm}>
          {replace}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/**
 * The result of a sign-in link: the account, `expired` if the link is used or too old, or `offline`, after which the
 * link can be tried again.
 */
type Claimed = LoginClaim | 'expired' | 'offline';

/** Redeems a sign-in link. */
async function claimAccount(token: string): Promise<Claimed> {
  const body = JSON.stringify({ token });
  const response = await fetch('/api/login-claim', { method: 'POST', body }).catch(() => null);
  if (response?.status === 400) return 'expired';
  if (!response?.ok) return 'offline';
  const read = z.safeParse(loginClaim, await response.json().catch(() => null));
  return read.success ? read.data : 'expired';
}
