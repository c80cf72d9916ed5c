import type { DeepQueueStore } from '../../src/domain/ports/analysis.ts';

/** Stores evaluations the way the service does: jobs that are queued, leased and answered. */
export async function keepEvaluations(
  { deepQueue }: { readonly deepQueue: DeepQueueStore },
  rows: readonly { readonly key: string; readonly text: string }[],
  at: number,
): Promise<void> {
  const engineId = `engine-${rows[0]?.key ?? ''}`;
  const common = { engineId, token: `token-${rows[0]?.key ?? ''}`, worker: 'w', mark: ' w', isMarked: false };
  await deepQueue.ask(
    rows.map(({ key }) => ({ key, engineId, job: '{}', turn: 0 })),
    at + 1,
  );
  await deepQueue.take({ ...common, count: rows.length, until: at + 1, now: at });
  const answered = rows.map((row) => ({ judges: null, ...row }));
  const done = rows.map(({ key }) => key);
  await deepQueue.conclude({ token: common.token, at, answered, done, noted: [] });
}
