import type { Connection } from 'bg-session';
import type { Client } from '../../state/client.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { texts } from '../../strings/main.ts';
import { isolated } from '../../strings/name-text.ts';
import { Notice, Waiting } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { CodeForm } from './code-form.tsx';
import { DailyPuzzle } from './daily-puzzle.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { AskByMail, Register } from './mail-forms.tsx';
import { SignOut } from './sign-out.tsx';
import { TakeAlong } from './take-along.tsx';
import { TurnMails } from './turn-mails.tsx';

/** /account: registering, signing in, the daily puzzle by email, and deleting the account. */
export default function AccountPage({ client }: { readonly client: Client }) {
  const { connection } = client;
  return (
    <Page title={text.title} lead={text.lead}>
      <AccountState connection={connection} />
      {isKnown(connection) && <Offers client={client} />}
    </Page>
  );
}

/** True if the server has said whose browser this is. A browser without a key is known as soon as it is connected. */
function isKnown({ me, status }: Connection): boolean {
  return me.value !== null || status.value === 'online';
}

function AccountState({ connection }: { readonly connection: Connection }) {
  const me = connection.me.value;
  const isOffline = connection.status.value === 'offline';
  return (
    <>
      {isOffline && <Notice tone="warn">{text.cutOff}</Notice>}
      {!isKnown(connection) && !isOffline && <Waiting>{texts.app.loading}</Waiting>}
      {isKnown(connection) && (
        <Notice tone={me?.account ? 'good' : 'info'}>
          {me?.account ? text.signedIn(isolated(me.name)) : text.guest}
        </Notice>
      )}
    </>
  );
}

function Offers({ client }: { readonly client: Client }) {
  const { connection } = client;
  const isSignedIn = connection.me.value?.account === true;
  return (
    <>
      {!isSignedIn && <Register client={client} />}
      {!isSignedIn && (
        <AskByMail
          title={text.signIn}
          lead={text.signInText}
          submit={text.signInSubmit}
          mailed={text.mailed}
          mayAsk={connection.mayAsk}
          ask={(email) => connection.request({ type: 'sign-in-link', email })}
        />
      )}
      {isSignedIn && (
        <AskByMail
          title={text.address}
          lead={text.addressText}
          submit={text.addressSubmit}
          mailed={text.addressMailed}
          mayAsk={connection.mayAsk}
          ask={(email) => connection.request({ type: 'change-address', email })}
          codeForm={(isMailed) => (
            <CodeForm client={client} isMailed={isMailed} submit={text.addressSubmitNow} done={text.addressDone} />
          )}
        />
      )}
      {isSignedIn && <TurnMails connection={connection} />}
      <DailyPuzzle connection={connection} />
      {connection.me.value !== null && <TakeAlong client={client} />}
      {isSignedIn && <SignOut client={client} />}
      {isSignedIn && <DeleteAccount client={client} />}
    </>
  );
}
