/** A deliberate mistake in the built server. */
export interface Mutant {
  readonly name: string;
  /** What is replaced; must be there exactly once. */
  readonly find: RegExp;
  readonly by: string;
}

/** Each breaks a promise that a quiet run would never notice. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'an event is acknowledged and not stored',
    find: /return await this\.#parts\.store\.append\(this\.id, event\);/,
    by: 'return "stored";',
  },
  {
    name: 'nobody waits for the insert',
    find: /const fate = await this\.#store\(judged\.value\);/,
    by: 'const fate = "stored"; setTimeout(() => this.#store(judged.value), 20);',
  },
  {
    name: 'an event is published before it is stored',
    find: /const fate = await this\.#store\(judged\.value\);/,
    by: 'this.#publish(judged.value); const fate = await this.#store(judged.value);',
  },
  {
    name: 'what could not be stored stays in memory',
    find: /this\.#ledger = null;(\s+)this\.#hand = null;(\s+)this\.#retryLater\(\);/,
    by: 'this.#retryLater();',
  },
  {
    name: 'a failed insert counts as stored',
    find: /return "failed";/,
    by: 'return "stored";',
  },
  {
    name: 'a restart forgets to mark the gap',
    find: /if \(!ledger\.state\.result\) await this\.#appendOwn\(await this\.#handOf\(ledger\)\.resume\(ledger\)\);/,
    by: '',
  },
  {
    name: 'the gap is marked where it began, so that the clock runs through it',
    find: /at: Math\.max\(this\.#parts\.world\.now\(\), earliest\)/,
    by: 'at: event.type === "resume" ? earliest : Math.max(this.#parts.world.now(), earliest)',
  },
  {
    name: 'a restart aborts what had begun',
    find: /if \(ledger\.length === 0\) return this\.#abort\(null, "restart"\);/,
    by: 'return this.#abort(null, "restart");',
  },
  {
    name: 'a match is rated twice',
    find: /const ratings = await countAndRate\(transaction, finished\);/,
    by: 'await countAndRate(transaction, finished); const ratings = await countAndRate(transaction, finished);',
  },
  {
    name: 'dice are counted outside the transaction',
    find: /await addDice\(transaction, finished\.diceCounts\);/,
    by: 'setTimeout(() => addDice(db, finished.diceCounts).catch(() => undefined), 50);',
  },
  {
    name: 'a match is finished without its record',
    find: /, record: \{ create: \{ gzip(: \w+)? \} \} \}/,
    by: ' }',
  },
  {
    name: 'a finished match stays among the live ones',
    find: /await transaction\.liveMatch\.deleteMany\(\{ where: \{ id \} \}\);(\s+)if \((\w+) === 0\) return finishedBefore/,
    by: '{ count: 1 };$1if ($2 === 0) return finishedBefore',
  },
  {
    name: 'a job is leased while it is leased',
    find: /state !== null && state\.hold === null && state\.matches\.length > 0[^;]*;/,
    by: 'state !== null && state.matches.length > 0;',
  },
  {
    name: 'a mail that was sent is not marked',
    find: /await store\.mailings\.settle\(date, email, this\.#owner, stateAfter\(verdict\), world\.now\(\)\);/,
    by: '',
  },
  {
    name: 'who has to act may be away no time at all',
    find: /return Math\.max\(away, waitsSince\(ledger\)\) \+ abandonMs;/,
    by: 'return Math.max(away, waitsSince(ledger)) + abandonMs / 10;',
  },
];
