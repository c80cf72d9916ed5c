import { describe, expect, it } from 'vitest';
import { sameSignalMs, stopOnSignals } from '../src/signals.ts';

/** A process that is only asked to end, with a clock that is set by hand. */
function fakeProcess(stop: () => Promise<void>) {
  const listeners: (() => void)[] = [];
  const seen = { exits: [] as number[], stops: 0, failures: [] as unknown[], now: 1000 };
  const own = {
    on: (_: string, listener: () => void) => listeners.push(listener),
    exit: (code: number) => void seen.exits.push(code),
  };
  const counted = () => {
    seen.stops += 1;
    return stop();
  };
  stopOnSignals(
    own,
    () => seen.now,
    counted,
    (error) => void seen.failures.push(error),
  );
  return { seen, ask: (which: 0 | 1) => listeners[which]?.() };
}
const settled = () => new Promise(setImmediate);
const never = () => new Promise<void>(() => {});

describe('a signal', () => {
  it('stops the service, then ends the process', async () => {
    const { seen, ask } = fakeProcess(async () => {});
    ask(0);
    await settled();
    expect(seen).toMatchObject({ exits: [0], stops: 1 });
  });

  it('ends it at once when it is the second', () => {
    const { seen, ask } = fakeProcess(never);
    ask(0);
    seen.now += sameSignalMs + 1;
    ask(1);
    expect(seen).toMatchObject({ exits: [1], stops: 1 });
  });

  it('that arrives twice, as under npm, is one', () => {
    const { seen, ask } = fakeProcess(never);
    ask(1);
    seen.now += sameSignalMs;
    ask(1);
    expect(seen).toMatchObject({ exits: [], stops: 1 });
  });

  it('ends with a failure when stopping fails', async () => {
    const { seen, ask } = fakeProcess(() => Promise.reject(new Error('no')));
    ask(0);
    await settled();
    expect(seen).toMatchObject({ exits: [1], failures: [new Error('no')] });
  });
});
