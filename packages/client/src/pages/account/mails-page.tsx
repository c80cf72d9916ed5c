import { useState } from 'preact/hooks';
import { mailTexts } from '../../strings/mails.ts';
import { Button } from '../../ui/button.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { linkToken } from './expired.tsx';

/** `asked`, `stopped` and `allowed` tell which mails the address gets, as far as the page knows. */
type State = 'asked' | 'stopped' | 'allowed' | 'invalid';

/**
 * /account/mails#t=TOKEN: the target of the link "Never again" in mails. Nothing happens before a button is pressed, because programs that
 * scan mails open links too.
 */
export default function MailsPage() {
  const [token] = useState(linkToken);
  const [state, setState] = useState<State>('asked');
  const [isBusy, setIsBusy] = useState(false);
  const [isOffline, setIsOffline] = useState(false);
  const submit = async (path: '/email/never' | '/email/again') => {
    setIsBusy(true);
    const answer = await post(path, token);
    setIsBusy(false);
    setIsOffline(answer === 'offline');
    if (answer === 'invalid') setState('invalid');
    if (answer === 'done') setState(path === '/email/never' ? 'stopped' : 'allowed');
  };
  if (state === 'invalid') {
    const way = { href: '/', icon: 'back', label: mailTexts.home } as const;
    return <MessagePage title={mailTexts.invalid} lead={mailTexts.invalidText} way={way} />;
  }
  return (
    <Page title={mailTexts.title} lead={mailTexts.lead}>
      {isOffline && <Notice tone="warn">{mailTexts.offline}</Notice>}
      {state !== 'asked' && <Notice tone="good">{mailTexts[state]}</Notice>}
      <div class="row">
        {state !== 'stopped' && (
          <Button kind="primary" large disabled={isBusy} onClick={() => submit('/email/never')}>
            {mailTexts.stop}
          </Button>
        )}
        {state !== 'allowed' && (
          <Button large disabled={isBusy} onClick={() => submit('/email/again')}>
            {mailTexts.allow}
          </Button>
        )}
      </div>
    </Page>
  );
}

/** `offline` after any answer that says neither yes nor no: the button can be pressed again. */
async function post(path: string, token: string): Promise<'done' | 'invalid' | 'offline'> {
  const response = await fetch(`${path}?t=${encodeURIComponent(token)}`, { method: 'POST' }).catch(() => null);
  if (response?.status === 400) return 'invalid';
  return response?.ok ? 'done' : 'offline';
}
