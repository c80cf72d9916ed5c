import { acquireBody, type RouteName, submitBody, type WorkerStatus } from '@anchor/wire';
import type { RouterContext } from '@koa/router';
import type * as z from 'zod/mini';
import type { WorkerApi } from '../domain/analysis/queue/worker-api.ts';
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
      const asked = bodyOfWorker(parts, ctx, acquireBody);
      if (!asked) return;
      // A few kB now and then: compressing costs more than sending.
      ctx.compress = false;
      const acquired = await workerApi.acquire(asked.body, asked.door);
      if (acquired.ok) answerJson(ctx, acquired.value);
      else refuseJson(ctx, 401, acquired.message);
    },
    async workerSubmit(ctx) {
      const asked = bodyOfWorker(parts, ctx, submitBody);
      if (!asked) return;
      const { answer, reasons } = await workerApi.submit(asked.body, asked.door);
      if (reasons.length > 0) ctx.set('x-refused', reasons.join(', '));
      answerJson(ctx, answer);
    },
    async workerStatus(ctx) {
      const status = await workerApi.status(parts.annotations());
      answerJson(ctx, { volunteers: parts.workerKeys.length > 0, ...status } satisfies WorkerStatus);
    },
  };
}

/**
 * Parses the body of an authorised worker, and says which key let it in. Returns null after refusing the request. An unauthorised body is
 * not parsed.
 */
function bodyOfWorker<T>({ workerKeys }: WorkerParts, ctx: RouterContext, shape: z.core.$ZodType<T>) {
  if (workerKeys.length === 0) return refuse(ctx, 503, 'This instance accepts no volunteer workers.');
  // Compares with each key, so that the time does not tell which one it is.
  const [door] = workerKeys.filter((key) => isSameSecret(ctx.get('x-worker-key'), key));
  if (door === undefined) return refuse(ctx, 401, 'The worker key is wrong or missing.');
  const body = readJsonBody(ctx, shape);
  if (body === null)
    return refuse(ctx, 400, 'The body does not have the documented shape; see docs/worker-protocol.md.');
  return { body, door };
}

function refuse(ctx: RouterContext, status: number, error: string): null {
  refuseJson(ctx, status, error);
  return null;
}
