import { MAX_LENGTH } from 'bg-rules';
import { taggedBytes } from './canonical.ts';
import { type RecordFailure, type RecordResult, readSafely, refuse } from './codes.ts';
import { sha256Hex } from './crypto/hash.ts';
import { isGoodKey } from './crypto/strict.ts';
import { boolean, copyOf, hex, integer, nullOr, object, oneOf, text, tuple } from './fields.ts';
import { FORMAT, type Header, MATCH_ID, MAX_HOLIDAY_DAYS, PROTOCOL } from './types.ts';
import { isLogOrigin } from './view.ts';

export const MAX_CHAIN = 65_536;
/** Maximum length of a name in code points. */
export const MAX_NAME_LENGTH = 24;

/** Thirty days: far above any sensible delay or reserve, and small enough that sums of times stay exact. */
export const MAX_CLOCK_MS = 30 * 24 * 3_600_000;

/** Minimum of `moveMs` and `absenceMs`. */
const MIN_WAIT_MS = 1_000;

// Control characters and unpaired surrogates. Text with surrogates is not well-formed Unicode.
const NOT_IN_A_NAME = /[\p{Cc}\p{Cs}]/u;

const matchId = text((id) => MATCH_ID.test(id), '14 to 64 characters of A-Z a-z 0-9 _ -');

const player = object({
  pub: hex(32),
  name: text(isName, `well-formed text of at most ${MAX_NAME_LENGTH} characters without control characters`),
  bot: boolean,
  custody: oneOf('own', 'service'),
});

const headerForm = object(
  {
    format: oneOf(FORMAT),
    protocol: oneOf(PROTOCOL),
    id: matchId,
    created: integer(0),
    server: hex(32),
    players: tuple(player, player),
    length: integer(0, MAX_LENGTH),
    rules: object({ cube: boolean, crawford: boolean, jacoby: boolean, beavers: boolean }),
    clock: nullOr(object({ delayMs: integer(0, MAX_CLOCK_MS), reserveMs: integer(0, MAX_CLOCK_MS) })),
    moveMs: nullOr(integer(MIN_WAIT_MS, MAX_CLOCK_MS)),
    absenceMs: nullOr(integer(MIN_WAIT_MS, MAX_CLOCK_MS)),
    chain: integer(1, MAX_CHAIN),
    rated: boolean,
  },
  {
    holidayDays: integer(1, MAX_HOLIDAY_DAYS),
    dice: oneOf('advance'),
    firstChain: object({ anchor: hex(32), nonce: hex(16) }),
    log: object({
      origin: text(isLogOrigin, 'a name of ASCII without spaces and plus signs'),
      key: hex(32),
    }),
    session: object({
      game: integer(2),
      previous: object({ id: matchId, hash: hex(32) }),
      score: tuple(integer(0), integer(0)),
    }),
  },
);

/**
 * Decodes a header. It must have exactly the members of the format, three different valid keys, and rules
 * that fit the length. Error codes: `header-form`, `header-key`, `header-rules`. The returned header is a
 * copy.
 */
export function checkHeader(value: unknown): RecordResult<Header> {
  return readSafely('header-form', () => {
    const fault = headerForm(value);
    if (fault !== null) return refuse('header-form', `header${fault}`);
    const header = copyOf(value) as Header;
    return keyFault(header) ?? rulesFault(header) ?? { ok: true, value: header };
  });
}

/** Returns the hash of a header, 64 hex digits. Event 0 has it as `prev`. */
export function headerHash(header: Header): string {
  return sha256Hex(taggedBytes('bg-header/1', header));
}

function isName(name: string): boolean {
  // A code point has at most two UTF-16 units, so this rejects long text without reading it to the end.
  return name.length <= 2 * MAX_NAME_LENGTH && [...name].length <= MAX_NAME_LENGTH && !NOT_IN_A_NAME.test(name);
}

function keyFault(header: Header): RecordFailure | null {
  const keys = [header.server, header.players[0].pub, header.players[1].pub];
  if (![...keys, ...(header.log ? [header.log.key] : [])].every(isGoodKey))
    return refuse('header-key', 'a key is not a valid Ed25519 key');
  return new Set(keys).size === keys.length
    ? null
    : refuse('header-key', 'server and players need three different keys');
}

function rulesFault(header: Header): RecordFailure | null {
  const { length, rules, clock, moveMs, absenceMs, rated, players } = header;
  const money = length === 0;
  if (!money && (rules.jacoby || rules.beavers)) return refuse('header-rules', 'Jacoby and beavers are for money play');
  if (money && rules.crawford) return refuse('header-rules', 'the Crawford rule is for matches');
  if (!money && header.session) return refuse('header-rules', 'only a money game continues a session');
  if (rated && money) return refuse('header-rules', 'a money game is never rated');
  if (rated && players.some(({ bot }) => bot)) return refuse('header-rules', 'a match with a bot is never rated');
  if (clock && clock.delayMs + clock.reserveMs === 0)
    return refuse('header-rules', 'the clock has neither delay nor reserve');
  if ((clock === null) !== (moveMs !== null))
    return refuse('header-rules', 'a match has either a clock or a time for each answer');
  if (clock && header.holidayDays !== undefined)
    return refuse('header-rules', 'holidays are for matches without a clock');
  if (clock && header.firstChain !== undefined)
    return refuse('header-rules', 'only in a match without a clock player 1 commits after the opening roll');
  if (clock && absenceMs === null) return refuse('header-rules', 'a match with a clock limits absences');
  return header.dice === 'advance' ? advanceFault(header) : null;
}

/**
 * With dice in advance, the service alone can foresee the rolls of a player whose key it keeps. Such a match must not
 * count for the ratings.
 */
function advanceFault({ absenceMs, players, rated }: Header): RecordFailure | null {
  if (absenceMs !== null) return refuse('header-rules', 'dice in advance are for a match that allows absence');
  if (players.some(({ bot }) => bot)) return refuse('header-rules', 'dice in advance are for two people');
  if (!rated || players.every(({ custody }) => custody === 'own')) return null;
  return refuse('header-rules', 'a rated match with dice in advance needs two players who keep their own keys');
}
