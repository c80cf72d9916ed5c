import { type WorkerStatus, workerStatus } from '@anchor/wire';
import type { Connection } from 'bg-session';
import { type Fetched, useJson } from '../../state/use-json.ts';
import { volunteersTexts as texts } from '../../strings/volunteers.ts';
import { FetchState, StaleNotice } from '../../ui/fetch-state.tsx';
import { Group } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

const EVERY_SECONDS = 5;

/** The state of the queue, updated while the page is visible. */
export function useQueue(connection: Connection): Fetched<WorkerStatus> {
  return useJson({ path: '/worker/status', shape: workerStatus, connection, everyMs: EVERY_SECONDS * 1000 });
}

export function QueueStatus({ value, trouble, reload }: Fetched<WorkerStatus>) {
  return (
    <Group title={texts.status}>
      {value === null && trouble === 'missing' && <Notice>{texts.noStatus}</Notice>}
      {value === null && trouble !== 'missing' && <FetchState trouble={trouble} onAgain={reload} />}
      {value && <StaleNotice trouble={trouble} />}
      {value && <Status status={value} />}
    </Group>
  );
}

function Status({ status }: { readonly status: WorkerStatus }) {
  const { depth, workers, engineId, strict } = status;
  return (
    <>
      <p>{depth === 0 ? texts.idle : texts.waiting(depth, workers)}</p>
      <dl class="queue__figures tabular">
        {figuresOf(status).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">
        {texts.engine}: <code>{engineId}</code>. {texts.engineText} {strict ? texts.strict : texts.lenient}
      </p>
      <p class="soft small">{texts.live(EVERY_SECONDS)}</p>
    </>
  );
}

function figuresOf({ workers, depth, queued, served, rejected, dropped, cache, canaries }: WorkerStatus) {
  const { figures, count, share } = texts;
  return [
    [figures.workers, count(workers)],
    [figures.depth, count(depth)],
    [figures.queued, count(queued)],
    [figures.served, count(served)],
    [figures.rejected, count(rejected)],
    [figures.dropped, count(dropped)],
    [figures.hitRate, share(cache.hitRate)],
    [figures.checked, count(canaries.checked)],
  ] as const;
}
