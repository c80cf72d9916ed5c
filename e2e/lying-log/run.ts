import { seededRandom } from '@anchor/testkit/random';
import { hasGo } from '../other-auditor/program.ts';
import { LIES, type Lie, type Names } from './lies.ts';
import {
  auditReader,
  otherAuditReader,
  type Programs,
  pageReader,
  type Reader,
  type Said,
  type Site,
  witnessReader,
} from './readers.ts';
import type { RecordedService } from './service.ts';

const READERS = { page: pageReader, witness: witnessReader, audit: auditReader, other: otherAuditReader } as const;
export type ReaderName = keyof typeof READERS;

export interface Outcome {
  readonly seed: number;
  readonly lie: string;
  readonly detail: string;
  /** The names that each reader gave. */
  readonly said: Readonly<Partial<Record<ReaderName, Said>>>;
  /** A reader that did not give the names that it must, or gave others. */
  readonly broken: readonly string[];
}

/** The auditor in Go takes part where Go is installed. */
const ALL_READERS: readonly ReaderName[] = ['page', 'witness', 'audit', ...(hasGo ? (['other'] as const) : [])];

/** Tells the lie of a seed to new readers, and compares what they say with what they must say. */
export async function runSeed(
  seed: number,
  service: RecordedService,
  programs: Programs,
  readers: readonly ReaderName[] = ALL_READERS,
): Promise<Outcome> {
  const lie = LIES[seed % LIES.length];
  if (!lie) throw new Error('there are no lies');
  const told = await lie.run(service, seededRandom(seed));
  try {
    const heard: Partial<Record<ReaderName, Said>> = {};
    const broken = (told.complaints ?? []).map((complaint) => `service: ${complaint}`);
    for (const name of readers) {
      const { serverKey, now, yesterday, today } = service;
      // The users of the page have records of matches that the service has shown to them.
      const { records } = lie.name.includes('killed') ? yesterday : today;
      const reader = READERS[name]({ programs, server: serverKey.pub, now, records });
      const { before, after } = await listen(reader, lie, service, told.sites).catch((error: unknown) => ({
        before: [],
        after: [`an exception: ${error}`],
      }));
      heard[name] = after;
      broken.push(...before.map((said) => `${name} accuses the honest service of ${said}`));
      broken.push(...judge(after, name === 'other' ? lie.audit : lie[name]).map((fault) => `${name} ${fault}`));
    }
    return { seed, lie: lie.name, detail: told.detail, said: heard, broken };
  } finally {
    await told.close?.();
  }
}

async function listen(reader: Reader, { memory }: Lie, service: RecordedService, sites: readonly Site[]) {
  const earlier = memory === 'nothing' ? null : service[memory];
  const honest = earlier && { log: earlier.face, answers: earlier.answers };
  // Matches that are not played yet have no entry yet.
  const before = honest ? (await reader.look(honest)).filter((name) => memory === 'today' || name !== 'late') : [];
  const after = new Set<string>();
  for (const site of sites) for (const name of await reader.look(site)) after.add(name);
  return { before, after: [...after] };
}

function judge(said: Said, names: Names | null): readonly string[] {
  const { all = [], one = [], also = [] } = names ?? {};
  const missing = all.filter((name) => !said.includes(name)).map((name) => `did not say ${name}, but ${said}`);
  const none = one.length > 0 && !said.some((name) => one.includes(name)) ? [`said none of ${one}, but ${said}`] : [];
  const others = said.filter((name) => ![...all, ...one, ...also].includes(name)).map((name) => `said ${name}`);
  return [...missing, ...none, ...others];
}
