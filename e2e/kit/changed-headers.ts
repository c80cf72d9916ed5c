import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that changes the policy of some answers, as a wrongly configured one does. */
export interface ChangedHeaders {
  readonly url: string;
  /** Called for each request with its path and the policy of the answer. Returns the policy that the client gets; null takes it away. */
  change: (path: string, policy: string) => string | null;
  close(): Promise<void>;
}

/** Starts a proxy in front of a service. It passes everything on unchanged at first. */
export async function startChangedHeaders(service: string): Promise<ChangedHeaders> {
  const NAME = 'content-security-policy';
  const server = createServer((asked, answer) => {
    const { method, url = '/', headers } = asked;
    const passed = request(new URL(url, service), { method, headers }, (given) => {
      const { [NAME]: policy, ...others } = given.headers;
      const changed = proxy.change(url, String(policy));
      answer.writeHead(given.statusCode ?? 502, changed === null ? others : { ...others, [NAME]: changed });
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ChangedHeaders = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (_, policy) => policy,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
