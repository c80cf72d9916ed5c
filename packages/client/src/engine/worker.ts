import { answer } from './answer.ts';
import type { Asked, Message } from './messages.ts';

// The engine's worker thread. The net is loaded with it.
self.onmessage = ({ data: { id, question } }: MessageEvent<Asked>) => {
  const say = (message: Message) => self.postMessage(message);
  const answered = answer(question, (done, wanted) => say({ kind: 'progress', id, done, wanted }));
  say({ kind: 'answer', id, answered });
};
