import type { Connection } from 'bg-session';
import { useEffect, useState } from 'preact/hooks';
import { useRequest } from '../../state/use-request.ts';
import { accountTexts as text } from '../../strings/account.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Group, Switch } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The last answer of the server about these mails. */
interface Said {
  readonly on: boolean;
  readonly delivers: boolean;
}

/** The switch for emails about matches that wait, for the account of the reader. It shows what the server has stored. */
export function TurnMails({ connection }: { readonly connection: Connection }) {
  const [said, setSaid] = useState<Said | null>(null);
  const { busy, failure, send } = useRequest();
  const online = connection.status.value === 'online';
  const pub = connection.me.value?.pub ?? null;
  const ask = async (wanted: { readonly on?: boolean }) => {
    const answer = await send(() => connection.request({ type: 'turn-mails', ...wanted }));
    if (!answer.ok || answer.value.type !== 'turn-mails') return;
    const { on, delivers } = answer.value;
    setSaid(on === null ? null : { on, delivers });
  };
  useEffect(() => {
    setSaid(null);
    if (online && pub !== null) void ask({});
  }, [online, pub]);
  return (
    <Group title={text.turnMails}>
      <p>{text.turnMailsText}</p>
      {said && (
        <Switch
          key={`${said.on}${busy}`}
          label={text.turnMailsOn}
          checked={said.on}
          disabled={busy || !connection.mayAsk}
          onChange={(on) => void ask({ on })}
        />
      )}
      {said?.on && !said.delivers && <Notice tone="warn">{text.turnMailsNone}</Notice>}
      <FailureNotice failure={failure} />
    </Group>
  );
}
