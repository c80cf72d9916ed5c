import { AttackedServer, type Figures } from './attacked-server.ts';
import { AttackerProcess } from './attacker-process.ts';
import { Database } from './database.ts';
import { type Connections, type Flooded, totalOf } from './flood-run.ts';
import type { HonestSettings } from './honest-players.ts';
import { brokenBounds } from './judge.ts';

/**
 * Honest matches at the speed of hasty people. With a shorter pause the bound on the number of events would allow less
 * delay than the bound on delays.
 */
export const PAIRS: HonestSettings = { pairs: 8, thoughtMs: 250 };
/** Sixty players behind one address, at human speed. */
export const SCHOOL: HonestSettings = { pairs: 30, thoughtMs: 1_000, address: '203.0.113.60' };

export const ADDRESSES = 20;
/** The connections of the address that floods alone: a few less than the server allows one address. */
export const OF_ONE_ADDRESS = 90;

/** The time that the server gets after the connections were opened. */
const CALM_MS = 1_000;
/** The longest time to open the connections of a flood. */
const OPENING_SECONDS = 300;
const MARGIN_SECONDS = 20;
const FEW_ANSWERS = 20;

interface FloodRowSettings {
  readonly connections: Connections;
  /** The numbers of addresses from which the server is flooded, one after the other. */
  readonly addresses: readonly number[];
  readonly seconds: number;
  readonly honest: HonestSettings;
  /** The main module of another build. Default: the build in the checkout. */
  readonly program?: string;
}

/** The measurements during a flood from this number of addresses. */
interface FloodFigures extends Flooded {
  readonly addresses: number;
  readonly figures: Figures;
  /** Processor time that the server used for an answer, beyond what it used without the flood. Null with few answers. */
  readonly cpuMsPerAnswer: number | null;
  /** The bounds that were exceeded. */
  readonly broken: readonly string[];
}

export interface FloodRow {
  readonly name: string;
  readonly connections: Connections;
  /** The time to open all connections. */
  readonly openingMs: number;
  /** The same server and connections just before, idle. Null if the row was not measured. */
  readonly control: Figures | null;
  readonly floods: readonly FloodFigures[];
  /** The errors that the honest players found, and the reason why the row was not measured. */
  readonly failures: readonly string[];
}

interface FloodsSettings extends FloodRowSettings {
  readonly names: readonly string[];
  readonly onRow?: (row: FloodRow) => void;
}

/** Floods a new server for each name, with the same database. */
export async function runFloods({ names, onRow, ...settings }: FloodsSettings): Promise<FloodRow[]> {
  const { connections } = settings;
  const database = await Database.fill(totalOf(connections));
  const rows: FloodRow[] = [];
  try {
    for (const name of names) {
      const row = await floodRow(name, settings, database).catch(
        (error): FloodRow => ({
          name,
          connections,
          openingMs: 0,
          control: null,
          floods: [],
          failures: [String(error)],
        }),
      );
      rows.push(row);
      onRow?.(row);
    }
  } finally {
    database.remove();
  }
  return rows;
}

const NOTHING: Flooded = { seen: {}, answers: 0, answerMs: 0, attacker: { used: 0, waited: 0 } };

/** Opens the connections, measures the honest matches while these are idle, then floods. */
async function floodRow(name: string, settings: FloodRowSettings, database: Database): Promise<FloodRow> {
  const { addresses, connections, seconds, honest, program } = settings;
  const attacker = new AttackerProcess();
  let attacked: AttackedServer | null = null;
  try {
    attacked = await AttackedServer.open(database, honest, program);
    const scene = { ...attacked.stored, url: attacked.url, live: attacked.live };
    const at = performance.now();
    await attacker.open({ name, scene, connections }, OPENING_SECONDS);
    const openingMs = performance.now() - at;
    await rest(CALM_MS);
    const control = await attacked.during(() => rest(seconds * 1000), 0);
    const floods: FloodFigures[] = [];
    for (const count of addresses) {
      let flooded = NOTHING;
      const figures = await attacked.during(async () => {
        flooded = await attacker.flood(count, seconds, seconds + MARGIN_SECONDS);
      }, 0);
      floods.push(judged(count, flooded, figures, control));
    }
    return { name, connections, openingMs, control, floods, failures: [...busyIn(control), ...attacked.faults] };
  } finally {
    attacker.end();
    await attacked?.close();
  }
}

/** The bounds that already the control exceeds: then the machine is too busy to judge the row. */
function busyIn({ resumes, healths }: Figures): readonly string[] {
  const isCalm = resumes === 0 && healths.notOk === 0 && healths.asked > 0;
  return isCalm ? [] : ['the machine is too busy: the control has a resume or an answer of /healthz that is not ok'];
}

function judged(addresses: number, flooded: Flooded, figures: Figures, control: Figures): FloodFigures {
  const moreMs = figures.cpuMs.all - (control.cpuMs.all / control.seconds) * figures.seconds;
  return {
    addresses,
    ...flooded,
    figures,
    cpuMsPerAnswer: flooded.answers < FEW_ANSWERS ? null : Math.max(0, moreMs) / flooded.answers,
    broken: brokenBounds(figures, flooded.seen, control),
  };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
