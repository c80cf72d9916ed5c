// Binds every server of this process to loopback, whatever the library would choose, with a large connection backlog.
import { Server } from 'node:net';

const { listen } = Server.prototype;
Server.prototype.listen = function (first, ...rest) {
  const done = [first, ...rest].find((one) => typeof one === 'function');
  const port = Number(typeof first === 'object' ? first?.port : first) || 0;
  return listen.call(this, { port, host: '127.0.0.1', backlog: 4096 }, done);
};
