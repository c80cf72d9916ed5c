import { afterAll, beforeAll } from 'vitest';
import { TestServer, type TestServerSettings } from './test-server.ts';

/** Opens a server before the first test of the file and closes it after the last. */
export function useTestServer(settings: TestServerSettings = {}): TestServer {
  const testServer = new TestServer(settings);
  beforeAll(() => testServer.open());
  afterAll(() => testServer.close());
  return testServer;
}
