import type { Connection } from 'bg-session';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AskByMail } from './mail-forms.tsx';

type State = 'unknown' | 'subscribed' | 'ended';

/** The daily puzzle by email: subscribing, and ending the subscription of the reader's account. */
export function DailyPuzzle({ connection }: { readonly connection: Connection }) {
  const [state, setState] = useState<State>('unknown');
  const { busy, failure, send } = useRequest();
  const news = useRef<HTMLDivElement>(null);
  const online = connection.status.value === 'online';
  const pub = connection.me.value?.account ? connection.me.value.pub : null;
  useEffect(() => setState('unknown'), [pub]);
  useEffect(() => {
    if (!online || pub === null) return;
    void connection.request({ type: 'subscription' }).then((answer) => {
      if (answer.ok && answer.value.type === 'subscription' && answer.value.daily) setState('subscribed');
    });
  }, [online, pub]);
  // The button that had the focus is gone.
  useEffect(() => {
    if (state === 'ended') news.current?.focus();
  }, [state]);
  const end = async () => {
    const answer = await send(() => connection.request({ type: 'end-subscription' }));
    if (answer.ok && answer.value.type === 'subscription' && !answer.value.daily) setState('ended');
  };
  if (state === 'subscribed')
    return (
      <Group title={text.subscribe}>
        <p>{text.subscribed}</p>
        <FailureNotice failure={failure} />
        <div class="row">
          <Button disabled={busy || !connection.mayAsk} onClick={end}>
            {text.subscribeEnd}
          </Button>
        </div>
      </Group>
    );
  return (
    <AskByMail
      title={text.subscribe}
      lead={text.subscribeText}
      submit={text.subscribeSubmit}
      mailed={text.subscribeMailed}
      mayAsk={connection.mayAsk}
      ask={(email) => connection.request({ type: 'subscribe', email })}
    >
      {state === 'ended' && (
        <div ref={news} tabIndex={-1}>
          <Notice tone="good">{text.subscribeEnded}</Notice>
        </div>
      )}
    </AskByMail>
  );
}
