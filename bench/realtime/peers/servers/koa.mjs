// A bare Koa with its router: node koa.mjs <file> answers with the contents of the file, from memory. Same versions as the server.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../../packages/server/package.json', import.meta.url));
const Koa = require('koa');
const Router = require('@koa/router');

const answers = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = new (Koa.default ?? Koa)();
const router = new (Router.default ?? Router.Router ?? Router)();
for (const { path, type, encoding, base64 } of answers) {
  const bytes = Buffer.from(base64, 'base64');
  router.get(path.split('?', 1)[0], (ctx) => {
    ctx.type = type;
    if (encoding) ctx.set('content-encoding', encoding);
    ctx.body = bytes;
  });
}
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
