import { acquireBody, type RouteName, submitBody, type WorkerStatus } from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import type * as z from 'zod/mini';
import type { WorkerApi } from '../domain/analysis/queue/worker-api.ts';
import { isSameSecret } from './request.ts';
import { answerJson, readJsonBody, refuseJson } from './response.ts';

type WorkerRoute = Extract<RouteName, 'workerAcquire' | 'workerSubmit' | 'workerStatus'>;

export interface WorkerParts {
  readonly workerApi: Pick<WorkerApi, 'acquire' | 'submit' | 'status'>;
  /** The secret of volunteers' workers. If null, the service accepts no workers. */
  readonly workerKey: string | null;
  /** Counts of requested analyses. */
  annotations(): WorkerStatus['annotations'];
}

/** Handlers of the worker routes. */
export function workerHandlers(parts: WorkerParts): Record<WorkerRoute, (ctx: RouterContext) => Promise<void>> {
  const { workerApi } = parts;
  return {
    async workerAcquire(ctx) {
      const body = bodyOfWorker(parts, ctx, acquireBody);
      if (!body) return;
      // A few kB now and then: compressing costs more than sending.
      ctx.compress = false;
      answerJson(ctx, await workerApi.acquire(body));
    },
    async workerSubmit(ctx) {
      const body = bodyOfWorker(parts, ctx, submitBody);
      if (!body) return;
      const { answer, reasons } = await workerApi.submit(body);
      if (reasons.length > 0) ctx.set('x-refused', reasons.join(', '));
      answerJson(ctx, answer);
    },
    async workerStatus(ctx) {
      const status = await workerApi.status(parts.annotations());
      answerJson(ctx, { volunteers: parts.workerKey !== null, ...status } satisfies WorkerStatus);
    },
  };
}

/** Parses the body of an authorised worker. Returns null after refusing the request. An unauthorised body is not parsed. */
function bodyOfWorker<T>({ workerKey }: WorkerParts, ctx: RouterContext, shape: z.core.$ZodType<T>): T | null {
  if (workerKey === null) return refuse(ctx, 503, 'This instance accepts no volunteer workers.');
  const isKnown = isSameSecret(ctx.get('x-worker-key'), workerKey);
  if (!isKnown) return refuse(ctx, 401, 'The worker key is wrong or missing.');
  return (
    readJsonBody(ctx, shape) ??
    refuse(ctx, 400, 'The body does not have the documented shape; see docs/worker-protocol.md.')
  );
}

function refuse(ctx: RouterContext, status: number, error: string): null {
  refuseJson(ctx, status, error);
  return null;
}
