import { freePort } from '../kit/free-port.ts';
import { ServerProcess, temporaryFolder } from '../kit/server.ts';
import { type AsideOutcome, holdUpByAsides } from './asides.ts';

const ROUND_TRIPS_MS = [50, 150, 300, 500];
const EVERY_MS = [40, 135, 400, 1_000];
/** Each honest player thinks for this long, and decides this often. */
const PACE = { thinkMs: 1_500, decisions: 5, limitMs: 40_000 };

/** The asides that the hostile player causes: moves to another device, and events that the server declares void. */
const kinds = {
  'aside/sit': (everyMs: number) => ({ sitMs: everyMs, illegalMs: null }),
  'aside/void': (everyMs: number) => ({ sitMs: null, illegalMs: everyMs }),
  'aside/both': (everyMs: number) => ({ sitMs: everyMs, illegalMs: everyMs }),
};

export type AsideName = keyof typeof kinds;
export const asideNames = Object.keys(kinds).filter((name): name is AsideName => Object.hasOwn(kinds, name));

/** The seconds that a row takes. */
export const ASIDE_SECONDS = PACE.limitMs / 1_000;

/** One kind of asides at every rate, against honest players at every distance. */
export interface AsideRow {
  readonly name: AsideName;
  readonly matches: number;
  /** The most asides that took the place of one decision. */
  readonly displacements: number;
  readonly asides: number;
  readonly broken: readonly string[];
}

/** Runs the rows one after the other on one server. */
export async function runAsides(
  names: readonly AsideName[],
  told: (row: AsideRow) => void,
  program?: string,
): Promise<void> {
  const folder = temporaryFolder();
  const own = program === undefined ? {} : { program };
  const server = await ServerProcess.start({ dataDir: folder.path, port: await freePort(), ...own });
  try {
    for (const name of names) told(await runRow(server.url, name));
  } finally {
    await server.end();
    folder.remove();
  }
}

async function runRow(url: string, name: AsideName): Promise<AsideRow> {
  const all = ROUND_TRIPS_MS.flatMap((roundTripMs) => EVERY_MS.map((everyMs) => ({ roundTripMs, everyMs })));
  const outcomes = await Promise.all(
    all.map(({ roundTripMs, everyMs }) => holdUpByAsides({ url, roundTripMs, ...PACE, ...kinds[name](everyMs) })),
  );
  const broken = outcomes.flatMap((outcome, i) => {
    const fault = faultOf(outcome);
    return fault === null ? [] : `round trip ${all[i]?.roundTripMs} ms, each ${all[i]?.everyMs} ms: ${fault}`;
  });
  return {
    name,
    matches: outcomes.length,
    displacements: Math.max(...outcomes.map(({ displacements }) => displacements)),
    asides: outcomes.reduce((sum, { asides }) => sum + asides, 0),
    broken,
  };
}

function faultOf({ displacements, finished, lostOnTime, asides }: AsideOutcome): string | null {
  if (asides === 0) return 'the server stored no aside';
  if (lostOnTime) return 'lost on time';
  if (displacements > 1) return `one decision was displaced ${displacements} times`;
  return finished ? null : 'not all decisions were made';
}
