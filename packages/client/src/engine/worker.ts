import { accelerate, type SharedEngine, serveEngine } from 'bg-engine';
import { answer } from './answer.ts';
import type { Asked, Connected, Message, Ready } from './messages.ts';
import { makeTeam } from './team.ts';

// The engine's worker thread. The net is loaded with it. It is one file without imports, and the only one whose content security
// policy allows WebAssembly; where that is missing or forbidden, plain code gives the same answers.

let team: SharedEngine | null = null;
/** The helping threads start with the first question that is large enough to be shared. */
const shared = () => {
  team ??= makeTeam();
  return team;
};

self.onmessage = ({ data }: MessageEvent<Asked | Connected>) => {
  if ('port' in data) {
    if (data.isHelper) serveEngine(data.port);
    else
      serveEngine(data.port, {
        rollout: (...given) => shared().rollout(...given),
        rankByRollouts: (...given) => shared().rankByRollouts(...given),
        decideDoubleByRollouts: (...given) => shared().decideDoubleByRollouts(...given),
      });
  } else void reply(data);
};

async function reply({ id, question }: Asked): Promise<void> {
  const say = (message: Message) => self.postMessage(message);
  const answered = await answer(question, (done, wanted) => say({ kind: 'progress', id, done, wanted }), shared);
  say({ kind: 'answer', id, answered });
}

self.postMessage({ kind: 'ready', accelerated: accelerate() } satisfies Ready);
