import { useEffect, useState } from 'preact/hooks';
import type { Connection } from '../../protocol/connection.ts';
import type { Answer } from '../../protocol/requests.ts';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group } from '../../ui/fields.tsx';
import { AskByMail } from './mail-forms.tsx';

/** The daily puzzle by mail: subscribing, and for the address of the reader's account also ending it. */
export function DailyPuzzle({ connection }: { readonly connection: Connection }) {
  const [daily, setDaily] = useState<boolean | null>(null);
  const { busy, failure, send } = useRequest();
  const online = connection.status.value === 'online';
  const pub = connection.me.value?.account ? connection.me.value.pub : null;
  const take = (answer: Answer) => {
    if (answer.ok && answer.value.type === 'subscription') setDaily(answer.value.daily);
  };
  useEffect(() => {
    setDaily(null);
    if (online && pub !== null) void connection.request({ type: 'subscription' }).then(take);
  }, [online, pub]);
  if (daily) {
    return (
      <Group title={text.subscribe}>
        <p>{text.subscribed}</p>
        <FailureNotice failure={failure} />
        <div class="row">
          <Button
            disabled={busy || !online}
            onClick={async () => take(await send(() => connection.request({ type: 'end-subscription' })))}
          >
            {text.subscribeEnd}
          </Button>
        </div>
      </Group>
    );
  }
  return (
    <AskByMail
      title={text.subscribe}
      lead={text.subscribeText}
      submit={text.subscribeSubmit}
      mailed={text.subscribeMailed}
      online={online}
      ask={(email) => connection.request({ type: 'subscribe', email })}
    />
  );
}
