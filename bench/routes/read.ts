import { once } from 'node:events';
import { get } from 'node:http';

/** An answer with its request. */
export interface Answer {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly type: string;
  readonly encoding: string | null;
  readonly bytes: Buffer;
}

/** Requests a path and keeps the body's content encoding. */
export async function read(base: string, path: string, headers: Answer['headers']): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const [response] = await once(get({ hostname, port, path, headers, agent: false }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (response.statusCode !== 200) throw new Error(`${path}: status ${response.statusCode}`);
  return {
    path,
    headers,
    type: response.headers['content-type'] ?? '',
    encoding: response.headers['content-encoding'] ?? null,
    bytes: Buffer.concat(chunks),
  };
}
