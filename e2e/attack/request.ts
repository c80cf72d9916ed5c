import { type Agent, request } from 'node:http';

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly hasPolicy: boolean;
}

/** Sends a request and reads the answer without keeping it. Without an agent each request opens a connection. */
export function ask(
  url: string,
  { method = 'GET', path, headers = {}, body }: Question,
  agent: Agent | false = false,
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          hasPolicy: 'content-security-policy' in response.headers,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
