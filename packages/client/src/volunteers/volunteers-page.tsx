import { type PackageIndex, packageIndex, type WorkerStatus } from '@anchor/wire';
import { Fragment } from 'preact';
import type { Client } from '../app/compose.ts';
import { type Fetched, useJson } from '../http/use-json.ts';
import { volunteersTexts as texts } from '../strings/volunteers.ts';
import { Button } from '../ui/button.tsx';
import { copy } from '../ui/copy.ts';
import { Group } from '../ui/fields.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { QueueStatus, useQueue } from './queue-status.tsx';
import './volunteers.css';

/** /volunteers: how to lend a computer, and what is going on. */
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

/** Whether this server has work for volunteers at all; null until it has said anything. */
type Openness = 'open' | 'closed' | 'unknown' | null;

function opennessOf({ value, trouble }: Fetched<WorkerStatus>): Openness {
  if (value) return value.volunteers ? 'open' : 'closed';
  return trouble && 'unknown';
}

/** What a volunteer's worker has to bring along, as the worker calls it. */
function engineOf({ value }: Fetched<WorkerStatus>): keyof typeof texts.install {
  return value?.engineId.startsWith('anchor-net-') ? 'anchor-net' : 'gnubg';
}

/** The worker that fits this server. The address changes with its content, because npx never fetches an address again. */
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
