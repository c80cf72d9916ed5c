import { type IncomingHttpHeaders, request } from 'node:http';
import { commonAnswers, type HttpRoute, httpRoutes, type RouteName } from '@anchor/wire';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends the path exactly as given. `fetch` would normalise it. */
export function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<HttpAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/**
 * Checks a response of this route: the status must be documented and the body must have the documented shape. Returns the fault, or null.
 */
export function faultOf(name: RouteName, { status, headers, text }: HttpAnswer): string | null {
  const route: HttpRoute = httpRoutes[name];
  const answer = route.answers[status] ?? commonAnswers[status];
  if (!answer) return `${name} answers ${status}, which is not documented`;
  if (!answer.body) return text === '' ? null : `${name} ${status} has a body`;
  const type = String(headers['content-type']);
  const isJson = type.startsWith('application/json');
  const body = [answer.body, answer.or].find((one) => one && (isJson ? 'json' in one : !('json' in one)));
  if (!body) return `${name} ${status} is ${type}`;
  if (!('json' in body)) return type.startsWith(body.text) ? null : `${name} ${status} is ${type}`;
  const judged = body.json['~standard'].validate(JSON.parse(text));
  if (judged instanceof Promise) throw new Error('no shape here takes time');
  return judged.issues ? `${name} ${status}: ${JSON.stringify(judged.issues)}` : null;
}
