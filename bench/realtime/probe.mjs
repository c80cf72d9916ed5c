// Preloaded into every measured server: reports resource usage on a separate port; /memory collects garbage first.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

function serve() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const answer = ({ url }, response) => {
    // Twice, because the second run frees what only finalisers kept alive.
    if (url === '/memory') for (let n = 0; n < 2; n++) collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    response.end(JSON.stringify({ rssBytes: rss, heapBytes: heapUsed + external, cpuUs: user + system }));
  };
  createServer(answer).listen(Number(process.env.PROBE_PORT), '127.0.0.1').unref();
}

if (isMainThread && process.env.PROBE_PORT) serve();
