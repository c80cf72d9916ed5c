import type { Client } from '../app/compose.ts';
import { accountTexts } from '../strings/account.ts';
import { isolated } from '../ui/name-text.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { AskByMail, Register } from './mail-forms.tsx';

/** /account: becoming one, signing in, the daily puzzle by mail, and leaving. */
export default function AccountPage({ client }: { readonly client: Client }) {
  const { connection } = client;
  const me = connection.me.value;
  const isSignedIn = me?.account === true;
  const text = accountTexts;
  return (
    <Page title={text.title} lead={text.lead}>
      <Notice tone={isSignedIn ? 'good' : 'info'}>{isSignedIn ? text.signedIn(isolated(me.name)) : text.guest}</Notice>
      {!isSignedIn && <Register client={client} />}
      {!isSignedIn && (
        <AskByMail
          title={text.signIn}
          lead={text.signInText}
          submit={text.signInSubmit}
          mailed={text.mailed}
          ask={(email) => connection.request({ type: 'sign-in-link', email })}
        />
      )}
      <AskByMail
        title={text.subscribe}
        lead={text.subscribeText}
        submit={text.subscribeSubmit}
        mailed={text.subscribeMailed}
        ask={(email) => connection.request({ type: 'subscribe', email })}
      />
      {isSignedIn && <DeleteAccount client={client} />}
    </Page>
  );
}
