import type { Ending } from '../jobs/types.ts';

/** The exit codes of the process. Retrying does not help with 2 to 4. */
export const EXIT = { finished: 0, failed: 1, usage: 2, refusedByServer: 3, engineUnfit: 4, aborted: 130 } as const;

const OF_ENDING: Readonly<Record<Ending['code'], number>> = {
  'refused-by-server': EXIT.refusedByServer,
  'engine-unfit': EXIT.engineUnfit,
};

export function exitCodeOf(ending: Ending | null): number {
  return ending ? OF_ENDING[ending.code] : EXIT.finished;
}
