import { type PushKind, pushKind } from '@anchor/wire';
import { useState } from 'preact/hooks';
import { canPush } from '../../platform/push.ts';
import type { Client } from '../../state/client.ts';
import { turnPushOff, turnPushOn } from '../../state/push-messages.ts';
import { spokenTag } from '../../strings/chosen.ts';
import { pushTexts as words } from '../../strings/push.ts';
import { troubleText } from '../../strings/troubles.ts';
import { Group, Switch } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The switches for messages that arrive while no page is open. A switch changes only once browser and server agree. */
export function PushSettings({ client: { connection, preferences } }: { readonly client: Client }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ readonly code: string; readonly message?: string } | null>(null);
  const chosen = preferences.current.value.push;
  if (!canPush()) {
    return (
      <Group title={words.title}>
        <p class="soft">{words.unsupported}</p>
      </Group>
    );
  }
  const change = async (kind: PushKind, wanted: boolean) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const kinds = pushKind.options.filter((one) => (one === kind ? wanted : chosen.includes(one)));
    try {
      const outcome = kinds.length > 0 ? await turnPushOn(connection, { kinds, language: spokenTag }) : null;
      if (outcome === null) await turnPushOff(connection);
      if (outcome === null || outcome.ok) preferences.set({ push: kinds });
      else setFailure(outcome);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group title={words.title}>
      <p class="soft">{words.lead}</p>
      {pushKind.options.map((kind) => (
        <Switch
          key={`${kind}${busy}`}
          label={words.kinds[kind]}
          checked={chosen.includes(kind)}
          onChange={(wanted) => void change(kind, wanted)}
        />
      ))}
      <p class="soft" role="status">
        {busy && words.busy}
      </p>
      {failure && <Notice tone="bad">{words.faults[failure.code] ?? troubleText(failure)}</Notice>}
    </Group>
  );
}
