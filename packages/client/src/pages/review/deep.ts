import {
  type AnalysisPending,
  type AnalysisReport,
  analysisPending,
  type Confirmations,
  confirmedReport,
} from '@anchor/wire';
import { useEffect, useState } from 'preact/hooks';
import * as z from 'zod/mini';

type Progress = NonNullable<AnalysisPending['progress']>;

/** The result of one request for a deep analysis. */
export type DeepAnswer =
  | { readonly kind: 'report'; readonly report: AnalysisReport; readonly confirmations?: Confirmations }
  | { readonly kind: 'pending'; readonly pending: AnalysisPending }
  | { readonly kind: 'busy'; readonly againMs: number }
  | { readonly kind: 'unreachable' | 'failed' };

/** The state of a deep analysis. */
export type DeepState =
  | { readonly kind: 'idle' }
  /** In progress. `progress` is null until it is known. */
  | { readonly kind: 'running'; readonly progress: Progress | null; readonly busy: boolean }
  /** No worker answers. `hint` is the server’s message. */
  | { readonly kind: 'waits'; readonly progress: Progress | null; readonly hint: string }
  /** `limited`: the server follows too many analyses already, and does not remember this request. */
  | { readonly kind: 'limited' | 'unreachable' | 'failed'; readonly progress: Progress | null }
  | { readonly kind: 'done'; readonly report: AnalysisReport; readonly confirmations?: Confirmations };

/** The server may wait this long before it answers with progress only. */
const WAIT_SECONDS = 4;
const PAUSE_MS = 500;
/** The pause between requests while no worker answers. */
const WAITING_MS = 10_000;
const BUSY_MS = 15_000;

interface DeepPorts {
  ask(): Promise<DeepAnswer>;
  pause(ms: number): Promise<void>;
}

/**
 * Repeats the request until there is a report: soon while there is progress, and now and then while the analysis waits for
 * workers, or while the server follows too many others. It yields each state, and the last one is final. Leaving the
 * iteration ends the requests.
 */
export async function* followDeep({ ask, pause }: DeepPorts): AsyncGenerator<DeepState> {
  let progress: Progress | null = null;
  yield { kind: 'running', progress, busy: false };
  for (;;) {
    const answer = await ask();
    if (answer.kind === 'report') return yield { ...answer, kind: 'done' };
    if (answer.kind === 'pending') {
      const last: Progress | null = progress;
      progress = answer.pending.progress ?? null;
      const isMoving = goesOn(last, progress);
      if (answer.pending.code === 'analysis-limit') yield { kind: 'limited', progress };
      else if (isMoving) yield { kind: 'running', progress, busy: false };
      else yield { kind: 'waits', progress, hint: answer.pending.hint };
      await pause(isMoving ? PAUSE_MS : WAITING_MS);
    } else if (answer.kind === 'busy') {
      yield { kind: 'running', progress, busy: true };
      await pause(answer.againMs);
    } else return yield { kind: answer.kind, progress };
  }
}

/** False while the analysis waits for workers. */
function goesOn(last: Progress | null, now: Progress | null): boolean {
  return now !== null && (now.running || now.done > (last?.done ?? 0));
}

/** Sends one request. The server answers within seconds. */
async function askDeep(match: string, signal: AbortSignal): Promise<DeepAnswer> {
  const path = `/api/analysis/${encodeURIComponent(match)}?deep=1&confirmed=1&wait=${WAIT_SECONDS}`;
  const response = await fetch(path, { signal }).catch(() => null);
  if (!response || response.status === 502 || response.status === 504) return { kind: 'unreachable' };
  if (response.status === 429) return { kind: 'busy', againMs: againMs(response) };
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const read = z.safeParse(confirmedReport, body);
    if (!read.success) return { kind: 'failed' };
    const { confirmations, ...report } = read.data;
    return { kind: 'report', report, confirmations };
  }
  const read = z.safeParse(analysisPending, body);
  return response.status === 503 && read.success ? { kind: 'pending', pending: read.data } : { kind: 'failed' };
}

function againMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : BUSY_MS;
}

export interface Deep {
  readonly state: DeepState;
  /** Requests the analysis, again if it has stopped. */
  start(): void;
  stop(): void;
}

/** The deep analysis of a match. It is requested only on demand, and no longer than the page is shown. */
export function useDeep(match: string, atOnce: boolean, online: boolean): Deep {
  const [round, setRound] = useState(atOnce ? 1 : 0);
  const [state, setState] = useState<DeepState>({ kind: 'idle' });
  useEffect(() => {
    if (round === 0) return setState({ kind: 'idle' });
    const stop = new AbortController();
    void follow(match, stop.signal, setState);
    return () => stop.abort();
  }, [match, round]);
  // This effect runs only when the connection returns. Otherwise a request that fails while connected would be repeated
  // at once.
  useEffect(() => {
    if (online && state.kind === 'unreachable') setRound((old) => old + 1);
  }, [online]);
  return { state, start: () => setRound((old) => old + 1), stop: () => setRound(0) };
}

async function follow(match: string, signal: AbortSignal, show: (state: DeepState) => void): Promise<void> {
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  for await (const state of followDeep({ ask: () => askDeep(match, signal), pause })) {
    if (signal.aborted) return;
    show(state);
  }
}
