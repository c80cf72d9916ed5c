import { rank, serveEngine } from 'bg-engine';
import { makeSituation } from 'bg-rules';
import { describe, expect, test } from 'vitest';
import type { Asked, Connected, Ready } from '../../src/engine/messages.ts';
import { StudyEngine } from '../../src/engine/study-engine.ts';
import type { Thread } from '../../src/engine/thread.ts';

interface Begun extends Thread {
  port: MessagePort | null;
  ended: boolean;
}

/** Threads that answer in this process. */
class Threads {
  readonly begun: Begun[] = [];

  /** @param isMute true for a thread whose engine is never ready */
  begin(isMute = false) {
    const one: Begun = {
      port: null,
      ended: false,
      onmessage: null,
      onerror: null,
      postMessage(message: Asked | Connected) {
        if (!('port' in message)) throw new TypeError('the study board asks on a port');
        one.port = message.port;
        if (isMute) return;
        serveEngine(message.port);
        one.onmessage?.({ data: { kind: 'ready', accelerated: false } } as MessageEvent<Ready>);
      },
      terminate() {
        one.ended = true;
        one.port?.close();
      },
    };
    this.begun.push(one);
    return one;
  }
}

const situation = makeSituation({ dice: [3, 1] });
const never = new AbortController().signal;

describe('the engine of the study board', () => {
  test('SY7 answers like the engine, in one thread', async () => {
    const threads = new Threads();
    const engine = new StudyEngine(() => threads.begin());
    expect(threads.begun).toHaveLength(0);
    const ranked = await engine.ask((remote) => remote.rank(situation, { ply: 0 }), never);
    expect(ranked).toEqual(rank(situation, { ply: 0 }));
    await engine.ask((remote) => remote.evaluate(situation), never);
    expect(threads.begun).toHaveLength(1);
    engine.close();
    expect(threads.begun[0]?.ended).toBe(true);
  });

  test('SY8 ends the thread of a question that is aborted, and starts another for the next', async () => {
    const threads = new Threads();
    const engine = new StudyEngine(() => threads.begin(threads.begun.length === 0));
    const stop = new AbortController();
    const waiting = engine.ask((remote) => remote.rank(situation, { ply: 2 }), stop.signal);
    stop.abort(new Error('another position'));
    await expect(waiting).rejects.toThrow('another position');
    expect(threads.begun[0]?.ended).toBe(true);
    expect(await engine.ask((remote) => remote.evaluate(situation), never)).toHaveLength(5);
    await expect(engine.ask((remote) => remote.evaluate(situation), stop.signal)).rejects.toThrow('another position');
    expect(threads.begun).toHaveLength(2);
    expect(threads.begun[1]?.ended).toBe(false);
    engine.close();
  });

  test('SY8a keeps the thread if a question is aborted after its answer', async () => {
    const threads = new Threads();
    const engine = new StudyEngine(() => threads.begin());
    const stop = new AbortController();
    await engine.ask((remote) => remote.evaluate(situation), stop.signal);
    stop.abort();
    expect(threads.begun[0]?.ended).toBe(false);
    engine.close();
  });

  test('SY9 says that it could not be loaded, and tries again with the next question', async () => {
    const threads = new Threads();
    const engine = new StudyEngine(() => threads.begin(threads.begun.length === 0));
    const asked = engine.ask((remote) => remote.evaluate(situation), never);
    threads.begun[0]?.onerror?.({ preventDefault: () => undefined } as ErrorEvent);
    await expect(asked).rejects.toThrow('ended');
    expect(await engine.ask((remote) => remote.evaluate(situation), never)).toHaveLength(5);
    engine.close();
  });
});
