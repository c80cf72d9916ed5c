import { serveEngine } from 'bg-engine';
import { answer } from './answer.ts';
import type { Asked, Connected, Message } from './messages.ts';

// The engine's worker thread. The net is loaded with it.
self.onmessage = ({ data }: MessageEvent<Asked | Connected>) => {
  if ('port' in data) return serveEngine(data.port);
  const { id, question } = data;
  const say = (message: Message) => self.postMessage(message);
  const answered = answer(question, (done, wanted) => say({ kind: 'progress', id, done, wanted }));
  say({ kind: 'answer', id, answered });
};
