import type { CHECKS } from './checks.ts';
import type { FaultKind } from './plan.ts';

/** A replacement in the built server. The code that it finds must be there exactly once. */
export interface Edit {
  readonly find: RegExp;
  readonly by: string;
}

/** A deliberate mistake in the built server. */
export interface Mutant extends Edit {
  readonly name: string;
  /** The promise that must be seen to break. */
  readonly breaks: keyof typeof CHECKS;
  /** The promise that breaks instead where several processes share the matches, because a takeover is over before a clock shows it. */
  readonly orBreaks?: keyof typeof CHECKS;
  /** A second replacement, which makes the mistake show more often. */
  readonly also?: Edit;
  /** The shortest time before each fault, in milliseconds. Default: 60. */
  readonly quietMs?: number;
  /** The only kinds of faults in this mutant's plans. Default: every kind. For a defect that shows only after one fault, so that few seeds suffice. */
  readonly under?: readonly FaultKind[];
}

/** Each mutant breaks a promise, and a run without faults would not notice it. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'an event is acknowledged and not stored',
    breaks: 'acknowledged events are stored',
    find: /return await this\.#parts\.store\.append\(this\.#id, event\);/,
    // not all of them: without any, no match would come to its first dice
    by: 'return event.n % 40 === 39 ? "stored" : await this.#parts.store.append(this.#id, event);',
  },
  {
    name: 'nobody waits for the insert',
    breaks: 'acknowledged events are stored',
    find: /const outcomes = await Promise\.all\(events\.map\(\(one\) => this\.#storeEvent\(one\)\)\);/,
    by: 'const outcomes = events.map(() => "stored"); setTimeout(() => events.map((one) => this.#storeEvent(one)), 20);',
  },
  {
    name: 'an event is published before it is stored',
    breaks: 'acknowledged events are stored',
    find: /const outcomes = await Promise\.all\(events\.map\(\(one\) => this\.#storeEvent\(one\)\)\);/,
    by: 'events.map((one) => this.#parts.live.publishStored(one)); const outcomes = await Promise.all(events.map((one) => this.#storeEvent(one)));',
  },
  {
    name: 'what could not be stored stays in memory',
    breaks: 'acknowledged events are stored',
    // the receipts of the players name it
    orBreaks: 'receipts stay true',
    find: /this\.#parts\.live\.forget\(\);(\s+)this\.#parts\.live\.retryLater\(\);/,
    by: 'this.#parts.live.retryLater();',
    // a failure that lets the process keep its matches, where a lost lease would hide the mistake
    under: ['disk-full', 'database-restart', 'database-read-only'],
  },
  {
    name: 'a failed insert counts as stored',
    breaks: 'acknowledged events are stored',
    find: /return "failed";/,
    by: 'return "stored";',
  },
  {
    name: 'a restart forgets to mark the gap',
    breaks: 'nobody pays for downtime',
    orBreaks: 'a new owner marks the gap first',
    find: /if \(\(?since === null && !isStale\d*\)? \|\| ledger\.state\.result\) return true;/,
    by: 'return true;',
  },
  {
    name: 'the gap is marked as if it took no time, so that the clock runs through it',
    breaks: 'nobody pays for downtime',
    find: /const (from\d*) = Math\.min\(writer\.now\(ledger\), Math\.max\(since \?\? 0, ledger\.at, this\.#receiptAt\)\);/,
    by: 'const $1 = writer.now(ledger);',
    under: ['kill', 'terminate'],
  },
  {
    name: 'a restart aborts what had begun',
    breaks: 'acknowledged events are stored',
    find: /if \(isStale\d* \|\| (ledger\.length === 0 && isOld)\) await/,
    by: 'if (true) await',
  },
  {
    name: 'a match is rated twice',
    breaks: 'ratings are the replay of all records',
    find: /const ratings = await countAndRate\(transaction, (finished\d*)\);/,
    by: 'await countAndRate(transaction, $1); const ratings = await countAndRate(transaction, $1);',
  },
  {
    name: 'dice are counted outside the transaction',
    breaks: 'dice counts are the sum over all records',
    find: /await addDice\(transaction, (finished\d*)\.diceCounts\);/,
    by: 'setTimeout(() => addDice(db, $1.diceCounts).catch(() => undefined), 3_000);',
    under: ['kill'],
  },
  {
    name: 'a match is finished without its record',
    breaks: 'a finished match has one record that verifies',
    find: /, record: \{ create: \{ gzip(: \w+)? \} \} \}/,
    by: ' }',
  },
  {
    name: 'a finished match stays among the live ones',
    breaks: 'every match ends',
    find: /await transaction\.liveMatch\.deleteMany\(\{ where: \{ id \} \}\);(\s+)if \((\w+) === 0\) return finishedBefore/,
    by: '{ count: 1 };$1if ($2 === 0) return finishedBefore',
  },
  {
    name: 'a lease is over as soon as it is given',
    breaks: 'a job is leased to one worker at a time',
    find: /var LEASE_MS = 6e4;/,
    by: 'var LEASE_MS = 1;',
  },
  {
    name: 'a mail that was sent is not marked',
    breaks: 'nobody gets a mail twice',
    find: /await this\.#mailings\.setState\(mailing, mail\.to, this\.#owner, state, this\.#world\.now\(\)\);/,
    by: '',
  },
  {
    name: 'a player announced as absent loses in a tenth of the time',
    breaks: 'forfeits are earned',
    find: /if \((claimedAt\d*) !== null\) return \{ at: \1, reason: "abandonment" \};/,
    by: 'if ($1 !== null) return { at: $1 - 0.9 * header.absenceMs, reason: "abandonment" };',
    under: ['walk-away'],
  },
  {
    name: 'an absence ends the match without a claim',
    breaks: 'forfeits are due by the record',
    find: /if \(state\.absent === null \|\| needsClaim\d*\(header\)\) return null;/,
    by: 'if (state.absent === null) return null;',
    under: ['walk-away'],
  },
  {
    name: 'a match is lost by absence and the absence was never announced',
    breaks: 'forfeits are due by the record',
    find: /await writer\.appendOwn\(await signer\.seatOf\(ledger\)\.absent\(ledger, (\w+)\.seat\)\);/,
    by:
      'if (!this.#isDue({ at: $1.at + ledger.header.absenceMs })) return;' +
      'await writer.appendOwn(await signer.seatOf(ledger).forfeit(ledger, $1.seat, "abandonment"));',
    under: ['walk-away'],
  },
  {
    name: 'a gap begins at the last event, whatever was signed since',
    breaks: 'no gap contains a receipt',
    find: /const (from\d*) = Math\.min\(writer\.now\(ledger\), Math\.max\(since \?\? 0, ledger\.at, this\.#receiptAt\)\);/,
    by: 'const $1 = ledger.at;',
    under: ['kill', 'terminate'],
    // A receipt must lie more than 5 s behind the last event, in a match whose player thinks for long.
    quietMs: 9_000,
  },
  {
    name: 'a receipt is signed while an event is being stored',
    breaks: 'receipts stay true',
    find: /const receipt = await this\.#run\(room, \((table\d*)\) => \1\.receipt\(pub, event\)\);/,
    by: 'const receipt = await room.table.receipt(pub, event);',
    // A slow storage, so that processes die while events are being stored.
    also: {
      find: /return await this\.#parts\.store\.append\(this\.#id, event\);/,
      by: 'await new Promise((resolve) => setTimeout(resolve, 150)); return await this.#parts.store.append(this.#id, event);',
    },
    under: ['kill'],
  },
  {
    name: 'a receipt says of an event that could not be stored that it was overtaken',
    breaks: 'receipts say what became of each event',
    find: /return (judged\d*)\.ok \? null : \1\.code;/,
    by: 'return $1.ok ? "moved" : $1.code;',
    under: ['disk-full', 'database-read-only'],
  },
  {
    name: 'a receipt says of an event that it is stored while the storage fails',
    breaks: 'receipts say what became of each event',
    find: /return (judged\d*)\.ok \? null : \1\.code;/,
    by: 'return $1.ok ? "stored" : $1.code;',
    under: ['disk-full', 'database-read-only'],
  },
  {
    name: 'an abort is not signed',
    breaks: 'aborts are signed',
    find: /proof: await signer\.aborted\(ledger, \w+\)/,
    by: 'proof: null',
  },
  {
    name: 'the signature of an abort is not stored with it',
    breaks: 'aborts are signed',
    find: /proof: (\w+) && canonicalJson\d*\(\1\)/,
    by: 'proof: null',
    under: ['delay'],
  },
  {
    name: 'entries of the public log are stored behind their transaction',
    breaks: 'every acknowledged finish has its entry',
    find: /await transaction\.logEntry\.createMany\(\{ data \}\);/,
    by: 'setTimeout(() => db.logEntry.createMany({ data }).catch(() => undefined), 300);',
    under: ['kill', 'disk-full', 'database-read-only'],
  },
  {
    name: 'the claim of a dead process on the public log never ends',
    breaks: 'every acknowledged finish has its entry',
    find: /var CLAIM_MS = 1e3;/,
    by: 'var CLAIM_MS = 1e9;',
    also: { find: /this\.#parts\.isExclusive \? Number\.MAX_SAFE_INTEGER : now/, by: 'now' },
    under: ['kill'],
  },
  {
    name: 'a process that has just started appends entries in another order than they are stored',
    breaks: 'the audit is clean',
    find: /orderBy: \{ position: "asc" \}, take: most \}/,
    by: 'orderBy: { position: process.uptime() < 20 ? "desc" : "asc" }, take: most }',
    under: ['kill', 'terminate'],
  },
  {
    name: 'a checkpoint is shown with a size that its signature does not cover',
    breaks: 'signed checkpoints agree',
    find: /checkpoint: \(\) => store\.readPublished\(\),/,
    by: 'checkpoint: async () => (await store.readPublished())?.replace(/\\n(\\d*[13579])\\n/, (_, size) => "\\n" + (Number(size) + 1) + "\\n") ?? null,',
    under: ['cut'],
  },
  {
    name: 'a process trusts its heartbeat however old it is',
    breaks: 'receipts stay true',
    // the next owner marks the time in which it signed as a gap
    orBreaks: 'no gap contains a receipt',
    find: /const isYoung = [^;]+;/,
    by: 'const isYoung = true;',
    // A storage that is slow after the freeze, so that the process believes for a while what is no longer true.
    also: {
      find: /const beat(\d*) = this\.isTrusted \? await this\.#renew\(\) : null;/,
      by:
        'if (this.#parts.world.elapsedMs() > this.#sentAtMs + this.times.trustedMs) await new Promise((resolve) => setTimeout(resolve, 3_000));' +
        'const beat$1 = this.isTrusted ? await this.#renew() : null;',
    },
    under: ['freeze'],
  },
  {
    name: 'a new owner stores and signs before the record marks the gap',
    breaks: 'a new owner marks the gap first',
    find: /if \(\(?since === null && !isStale\d*\)? \|\| ledger\.state\.result\) return true;/,
    by: 'if (since === null || ledger.state.result || this.#parts.world.now() - since < 8000) return true;',
    under: ['kill'],
  },
  {
    name: 'a player at another process is not sent the new match',
    breaks: 'seated players get their match',
    find: /if \(pub !== askedBy\) this\.#parts\.bus\.send\(pub, \{ type: "seated", match: id \}\);/,
    by: '{}',
    under: ['walk-away'],
  },
  {
    name: 'a withdrawn seek stays',
    breaks: 'a withdrawn seek begins no match',
    find: /return this\.#withdraw\(request\.pubs\);/,
    by: 'return true;',
    under: ['walk-away'],
  },
];
