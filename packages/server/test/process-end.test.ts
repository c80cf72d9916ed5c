import { describe, expect, it } from 'vitest';
import { handleProcessEnd, SAME_SIGNAL_MS } from '../src/compose/process-end.ts';

/** A process that is only asked to end, with a clock set by hand. */
function fakeProcess(stop: () => Promise<void>) {
  const listeners = new Map<string, (error?: unknown) => void>();
  const seen = { exits: [] as number[], stops: 0, told: [] as unknown[], now: 1000 };
  const own = {
    on: (name: string, listener: (error?: unknown) => void) => listeners.set(name, listener),
    exit: (code: number) => void seen.exits.push(code),
  };
  const counted = () => {
    seen.stops += 1;
    return stop();
  };
  const fatal = (fields: object, message: string) => void seen.told.push({ ...fields, message });
  handleProcessEnd({ own, now: () => seen.now, stop: counted, log: { fatal } });
  return { seen, happens: (name: string, error?: unknown) => listeners.get(name)?.(error) };
}
const settled = () => new Promise(setImmediate);
const never = () => new Promise<void>(() => {});

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('%s stops the service, then ends the process', async (name) => {
    const { seen, happens } = fakeProcess(async () => {});
    happens(name);
    await settled();
    expect(seen).toMatchObject({ exits: [0], stops: 1, told: [] });
  });

  it('ends the process at once when it is the second one', () => {
    const { seen, happens } = fakeProcess(never);
    happens('SIGTERM');
    seen.now += SAME_SIGNAL_MS + 1;
    happens('SIGINT');
    expect(seen).toMatchObject({ exits: [1], stops: 1 });
  });

  it('that arrives twice, as under npm, counts once', () => {
    const { seen, happens } = fakeProcess(never);
    happens('SIGINT');
    seen.now += SAME_SIGNAL_MS;
    happens('SIGINT');
    expect(seen).toMatchObject({ exits: [], stops: 1 });
  });

  it('ends with a failure when stopping fails', async () => {
    const err = new Error('no');
    const { seen, happens } = fakeProcess(() => Promise.reject(err));
    happens('SIGTERM');
    await settled();
    expect(seen).toMatchObject({ exits: [1], told: [{ err, message: 'shutdown failed' }] });
  });
});

describe('an unexpected error', () => {
  const err = new Error('a mistake');

  it.each(['uncaughtException', 'unhandledRejection'])(
    '(%s) is logged once; then everything is closed',
    async (name) => {
      const { seen, happens } = fakeProcess(async () => {});
      happens(name, err);
      await settled();
      expect(seen).toMatchObject({ exits: [1], stops: 1, told: [{ err }] });
    },
  );

  it('while stopping makes it a failure, and does not stop twice', async () => {
    const { seen, happens } = fakeProcess(settled);
    happens('SIGTERM');
    happens('unhandledRejection', err);
    await settled();
    await settled();
    expect(seen).toMatchObject({ exits: [1], stops: 1, told: [{ err }] });
  });
});
