import { eventHash, verify } from 'bg-record';
import type { Letter } from '../kit/smtp.ts';
import { abortsAreSigned } from './check-aborts.ts';
import { forfeitsAreEarned, nobodyPaysForDowntime } from './check-clocks.ts';
import { errorsAreExplained } from './check-log.ts';
import { fatesAreTrue, forfeitsWereDue, gapsHaveNoReceipts, receiptsStayTrue } from './check-receipts.ts';
import { seatedAreTold } from './check-seating.ts';
import { gapsAreMarkedFirst } from './check-takeovers.ts';
import { diceAreTheSum, oneMatchAtATime, ratingsAreTheReplay } from './check-totals.ts';
import { LEASE_MS } from './errands.ts';
import type { Evidence } from './evidence.ts';
import type { FaultKind } from './plan.ts';
import { auditIsClean, checkpointsAgree, finishesAreEntered } from './public-log.ts';

/** Returns the faults that it finds, one line each. */
type Check = (evidence: Evidence) => readonly string[] | Promise<readonly string[]>;

/** The checks by name. docs/faults.md explains each. */
export const CHECKS = {
  'the run was worth its time': ({ stored }) => (stored.matches.length > 0 ? [] : ['no match was finished']),
  'clients see one honest history': ({ facts }) => facts.complaints,
  'acknowledged events are stored': acknowledgedIsStored,
  'a finished match has one record that verifies': finishedHasRecord,
  'every match ends': everyMatchEnds,
  'ratings are the replay of all records': ratingsAreTheReplay,
  'dice counts are the sum over all records': diceAreTheSum,
  'a person sits in one match at a time': oneMatchAtATime,
  'seated players get their match': seatedAreTold,
  'a withdrawn seek begins no match': ({ facts }) => facts.revived,
  'a new owner marks the gap first': gapsAreMarkedFirst,
  'nobody pays for downtime': nobodyPaysForDowntime,
  'forfeits are earned': forfeitsAreEarned,
  'forfeits are due by the record': forfeitsWereDue,
  'no gap contains a receipt': gapsHaveNoReceipts,
  'receipts stay true': receiptsStayTrue,
  'receipts say what became of each event': fatesAreTrue,
  'aborts are signed': abortsAreSigned,
  'every acknowledged finish has its entry': finishesAreEntered,
  'signed checkpoints agree': checkpointsAgree,
  'the audit is clean': auditIsClean,
  'a job is leased to one worker at a time': oneLeaseAtATime,
  'nobody gets a mail twice': noMailTwice,
  'servers end only when asked to': serversEndWell,
  'errors are explained by a fault': errorsAreExplained,
} as const satisfies Record<string, Check>;

function acknowledgedIsStored({ facts, stored }: Evidence): string[] {
  const records = new Map(stored.matches.map(({ id, record }) => [id, record]));
  return [...facts.told].flatMap(([match, told]) => {
    const events = records.get(match)?.events;
    if (!events) return facts.begun.has(match) ? [`${match} had its first dice and has no record`] : [];
    return [...told].flatMap(([n, hash]) => {
      const event = events[n];
      if (!event) return [`event ${n} of ${match} was told and is not in its record`];
      return eventHash(event) === hash ? [] : [`event ${n} of ${match} was told as another than its record has`];
    });
  });
}

async function finishedHasRecord({ facts, stored, serverKey }: Evidence): Promise<string[]> {
  const faults: string[] = [];
  for (const [match, finalHash] of facts.finished) {
    const records = stored.matches.filter(({ id }) => id === match);
    if (records.length !== 1) faults.push(`${match} was told as finished and has ${records.length} records`);
    else if (records[0]?.record?.finalHash !== finalHash) faults.push(`${match} was told with another final hash`);
  }
  for (const { id, record, row } of stored.matches) {
    const judged = record && (await verify(record, { serverKey }));
    if (!judged?.ok) faults.push(`the record of ${id} does not verify: ${judged ? judged.message : 'it is missing'}`);
    if (row?.record.finalHash !== record?.finalHash) faults.push(`the row of ${id} is not that of its record`);
    if (facts.aborted.has(id)) faults.push(`${id} was told as aborted and has a record`);
  }
  return faults;
}

function everyMatchEnds({ facts, stored }: Evidence): string[] {
  return [...stored.live.map((match) => `${match} is still live`), ...facts.unfinished];
}

function oneLeaseAtATime({ facts }: Evidence): string[] {
  return facts.leases.flatMap((first, index) =>
    facts.leases.slice(index + 1).flatMap((second) => {
      if (first.key !== second.key || first.token === second.token) return [];
      const isOver = (first.closed ?? Number.POSITIVE_INFINITY) < second.order || second.by >= first.from + LEASE_MS;
      return !isOver ? [`a job was leased twice within ${second.by - first.from} ms: ${first.key}`] : [];
    }),
  );
}

/** Faults after which a process cannot store what it wants to. */
const OF_STORAGE: readonly FaultKind[] = ['disk-full', 'database-restart', 'database-read-only'];

/** A process that ends after the provider has accepted a mail, but before it has stored that, sends the mail again. Each such end excuses one repeated mail. */
function noMailTwice({ facts, letters }: Evidence): string[] {
  const excuses = facts.faults.filter(({ kind }) => ['kill', 'terminate', ...OF_STORAGE].includes(kind)).length;
  const byAddress = grouped(letters);
  const different = [...byAddress].filter(([, copies]) => new Set(copies.map(({ messageId }) => messageId)).size > 1);
  const repeated = letters.length - byAddress.size;
  return [
    ...different.map(([to]) => `${to} got two different mails of a day`),
    ...(repeated > excuses ? [`${repeated} mails were repeated, and ${excuses} faults could explain one each`] : []),
  ];
}

function grouped(letters: readonly Letter[]): Map<string, Letter[]> {
  const byAddress = new Map<string, Letter[]>();
  for (const letter of letters) byAddress.set(letter.to, [...(byAddress.get(letter.to) ?? []), letter]);
  return byAddress;
}

/** After a full disk or a lost database, a server may fail to shut down cleanly. */
function serversEndWell({ facts }: Evidence): string[] {
  const mayFail = facts.faults.some(({ kind }) => OF_STORAGE.includes(kind));
  const badly = facts.exits.filter((code) => code !== 0).map((code) => `a server asked to end ended with ${code}`);
  return [...facts.strays, ...(mayFail ? [] : badly)];
}
