import { acquireBody, type RouteName, type Submitted, submitBody, type WorkerStatus } from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import type { WorkerApi } from '../domain/analysis/queue/worker-api.ts';
import { StoreUnavailable } from '../domain/ports/unavailable.ts';
import { isSameSecret } from './request.ts';
import { answerJson, readJsonBody, refuseJson } from './response.ts';

type WorkerRoute = Extract<RouteName, 'workerAcquire' | 'workerSubmit' | 'workerStatus'>;

export interface WorkerParts {
  readonly workerApi: Pick<WorkerApi, 'acquire' | 'submit' | 'status'>;
  /** The secrets of volunteers' workers. Without one the service accepts no workers. */
  readonly workerKeys: readonly string[];
  /** Counts of requested analyses. */
  annotations(): WorkerStatus['annotations'];
}

/** Handlers of the worker routes. */
export function workerHandlers(parts: WorkerParts): Record<WorkerRoute, (ctx: RouterContext) => Promise<void>> {
  const { workerApi } = parts;
  return {
    async workerAcquire(ctx) {
      const door = doorOf(parts, ctx);
      if (door === null) return;
      const body = readJsonBody(ctx, acquireBody);
      if (body === null) return refuseJson(ctx, 400, MALFORMED);
      // A few kB now and then: compressing costs more than sending.
      ctx.compress = false;
      const acquired = await workerApi.acquire(body, door);
      if (acquired.ok) answerJson(ctx, acquired.value);
      else refuseJson(ctx, 401, acquired.message);
    },
    async workerSubmit(ctx) {
      const door = doorOf(parts, ctx);
      if (door === null) return;
      const body = readJsonBody(ctx, submitBody);
      // By the interface every submission of an authorised worker that fails has the status 200.
      if (body === null) return answerJson(ctx, { ok: false, error: MALFORMED } satisfies Submitted);
      const { answer, reasons } = await workerApi.submit(body, door).catch(refuseWithoutStore);
      if (reasons.length > 0) ctx.set('x-refused', reasons.join(', '));
      answerJson(ctx, answer);
    },
    async workerStatus(ctx) {
      const status = await workerApi.status(parts.annotations());
      answerJson(ctx, { volunteers: parts.workerKeys.length > 0, ...status } satisfies WorkerStatus);
    },
  };
}

const MALFORMED = 'The body does not have the documented shape; see docs/worker-protocol.md.';

/** The positions of such a submission are leased again when the lease has ended. */
function refuseWithoutStore(error: unknown): Awaited<ReturnType<WorkerApi['submit']>> {
  if (!(error instanceof StoreUnavailable)) throw error;
  const sentence = 'The service cannot use its database at the moment, so the results were not stored.';
  return { answer: { ok: false, error: sentence }, reasons: [] };
}

/** The key that lets a worker in. Returns null after refusing the request, whose body is then not parsed. */
function doorOf({ workerKeys }: WorkerParts, ctx: RouterContext): string | null {
  if (workerKeys.length === 0) return refuse(ctx, 503, 'This instance accepts no volunteer workers.');
  // Compares with each key, so that the time does not tell which one it is.
  const [door] = workerKeys.filter((key) => isSameSecret(ctx.get('x-worker-key'), key));
  if (door === undefined) return refuse(ctx, 401, 'The worker key is wrong or missing.');
  return door;
}

function refuse(ctx: RouterContext, status: number, error: string): null {
  refuseJson(ctx, status, error);
  return null;
}
