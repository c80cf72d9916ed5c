import { type PackageIndex, packageIndex, type WorkerStatus } from '@anchor/wire';
import { Fragment } from 'preact';
import type { Client } from '../../state/client.ts';
import { type Fetched, useJson } from '../../state/use-json.ts';
import { volunteersTexts as texts } from '../../strings/volunteers.ts';
import { Button } from '../../ui/button.tsx';
import { copy } from '../../ui/copy.ts';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { QueueStatus, useQueue } from './queue-status.tsx';
import './volunteers.css';

/** /volunteers: how to volunteer a computer, and the state of the queue. */
export default function VolunteersPage({ client: { connection } }: { readonly client: Client }) {
  const queue = useQueue(connection);
  const packages = useJson({ path: '/packages/index.json', shape: packageIndex, connection });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <QueueStatus {...queue} />
      <How open={opennessOf(queue)} engine={engineOf(queue)} path={workerPathOf(packages)} />
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

/** The server's answer to whether it accepts volunteers. Null until it has answered. */
type Openness = 'open' | 'closed' | 'unknown' | null;

function opennessOf({ value, trouble }: Fetched<WorkerStatus>): Openness {
  if (value) return value.volunteers ? 'open' : 'closed';
  return trouble && 'unknown';
}

/** Returns the engine that a volunteer needs, by its name for the worker. */
function engineOf({ value }: Fetched<WorkerStatus>): keyof typeof texts.install {
  return value?.engineId.startsWith('anchor-net-') ? 'anchor-net' : 'gnubg';
}

/** Returns the path of the worker for this server. It changes with the content, because npx caches by address. */
function workerPathOf({ value }: Fetched<PackageIndex>): string {
  return value?.['bg-worker'] ?? '/packages/bg-worker.tgz';
}

interface HowProps {
  readonly open: Openness;
  readonly engine: ReturnType<typeof engineOf>;
  readonly path: string;
}

function How({ open, engine, path }: HowProps) {
  const command = texts.command(location.origin, path, engine);
  return (
    <Group title={texts.how}>
      {open && <Notice tone={open === 'open' ? 'good' : 'warn'}>{texts[open]}</Notice>}
      <ol class="volunteers__list">
        {[texts.ask, texts.install[engine], texts.start].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <div class="command">
        <pre>
          <code>
            <Breakable command={command} />
          </code>
        </pre>
        <Button icon="copy" onClick={() => copy(command, texts.copied)}>
          {texts.copy}
        </Button>
      </div>
      <p class="soft small">{texts.calm}</p>
    </Group>
  );
}

/** A command with line breaks only before its options. */
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
