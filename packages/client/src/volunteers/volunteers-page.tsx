import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../app/compose.ts';
import { volunteersTexts as texts } from '../strings/volunteers.ts';
import { Button } from '../ui/button.tsx';
import { Group } from '../ui/fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { QueueStatus } from './queue-status.tsx';
import { type Openness, takesVolunteers } from './takes-volunteers.ts';
import './volunteers.css';

/** /volunteers: how to lend a computer, and what is going on. */
export default function VolunteersPage({ client: { connection } }: { readonly client: Client }) {
  return (
    <Page title={texts.title} lead={texts.lead}>
      <QueueStatus connection={connection} />
      <How online={connection.status.value === 'online'} />
      <Group title={texts.sees}>
        <ul class="volunteers__list">
          {texts.seesList.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Group>
    </Page>
  );
}

function How({ online }: { readonly online: boolean }) {
  const open = useOpenness(online);
  const command = texts.command(location.origin);
  return (
    <Group title={texts.how}>
      {open && <Notice tone={open === 'open' ? 'good' : 'warn'}>{texts[open]}</Notice>}
      <ol class="volunteers__list">
        {texts.steps.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <div class="command">
        <pre>
          <code>
            <Breakable command={command} />
          </code>
        </pre>
        <Button icon="copy" onClick={() => copy(command)}>
          {texts.copy}
        </Button>
      </div>
      <p class="soft small">{texts.calm}</p>
    </Group>
  );
}

/** A command that breaks before its options and not within them. */
function Breakable({ command }: { readonly command: string }) {
  return (
    <>
      {command.split(/ (?=--)/).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span class="command__part">{part}</span>
        </Fragment>
      ))}
    </>
  );
}

/** Null until the server has said anything. */
function useOpenness(online: boolean): Openness | null {
  const [open, setOpen] = useState<Openness | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    void takesVolunteers(stop.signal).then((said) => stop.signal.aborted || setOpen(said));
    return () => stop.abort();
  }, [online]);
  return open;
}

async function copy(command: string): Promise<void> {
  // where the browser keeps the clipboard to itself, the command can still be marked
  await navigator.clipboard.writeText(command).then(
    () => toast(texts.copied),
    () => undefined,
  );
}
