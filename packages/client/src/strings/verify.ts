import { inLanguage } from './chosen.ts';
import { momentOf, number, plural } from './forms.ts';

/** Texts of the verify page. They are separate because the page is loaded on demand. */
export const verify = {
  /** Notes about a valid record, by the verifier's code. */
  notes: {
    'service-custody': (name: string, isBot: boolean) =>
      isBot
        ? `${name} is the site’s bot, so the dice prove nothing about collusion between bot and server.`
        : `The service keeps the key of ${name}, so the dice prove nothing about collusion between this player and the server.`,
    'dice-in-advance': (isKeyKept: boolean) =>
      `Dice trusted to the service: the opponent revealed in advance for most rolls, so a player and the server together could foresee some rolls before a decision on the cube, and the server could ignore a roll on arrival. ${isKeyKept ? 'For a player whose key the service keeps, the server could do so alone' : 'Neither could foresee it alone'}, and no party could choose a roll.`,
    'time-ran-out': 'According to the times in the record, the loser’s time had run out.',
    'time-left': 'According to the times in the record, the loser still had time left.',
    'record-full': 'The record was full, so the player who had to act lost.',
    'not-claimed': 'The loser lost by absence, but the opponent hadn’t claimed the match.',
    'claim-ignored': (name: string) =>
      `${name} had claimed the match because of an absence, and the server didn’t end it when the claim was due.`,
    'absence-not-announced': 'The loser lost by absence, but the server hadn’t announced the absence.',
    'absence-too-short': (passed: number, due: number) =>
      `The loser lost by absence ${number(passed, 1)} s after the announcement or the last gap, not after ${number(due, 1)} s as agreed.`,
    refunds: (gaps: number, seconds: number) =>
      `The server marked ${plural(gaps, { one: '# gap', other: '# gaps' })} with a total of ${number(seconds, 1)} s, which no player was charged for.`,
    late: (name: string, events: number, seconds: number) =>
      `${plural(events, { one: '# event', other: '# events' })} of ${name} took over ${number(seconds)} s longer to reach the server than the player’s fastest, by the player’s own clock.`,
    'quick-asides': (name: string, asides: number) =>
      `While ${name} had to act, the server stored ${plural(asides, { one: '# other event', other: '# other events' })} in quick succession, more than one every 2 s. Such events can keep a decision out.`,
    /** `name` is null for the server. */
    'no-view': (name: string | null) =>
      `${name ?? 'The server'} stated no checkpoint of the public log, so this record doesn’t show which log ${name === null ? 'the server' : 'this player'} had seen.`,
    'views-unchecked': (least: number, most: number) =>
      `The checkpoints of the public log that the parties stated have ${number(least)} to ${number(most)} entries. Only the log itself shows that they fit together.`,
    'log-forked': (size: number) =>
      `The public log signed two trees of ${number(size)} entries with different content: the parties of this match were shown different logs. The match itself is valid.`,
  },
  title: 'Verify a match',
  lead: 'Your browser checks the file with the same code the server runs. The file stays on your device.',
  choose: 'Choose a record',
  drop: 'or drop one or two files here',
  id: 'Match ID',
  idHint: 'The ID of a match finished on this server.',
  fetch: 'Verify',
  recent: 'Use the latest match',
  checking: 'Checking every event…',
  noModule: 'The verifier couldn’t be loaded. Check your connection and try again.',
  noRecord: 'There’s no record with this ID.',
  noRecent: 'No finished matches yet.',
  unreadable: 'This file couldn’t be read as a record.',
  unreachable: 'No connection to the server. You can still verify your own files.',
  /** Reasons why a text cannot be a record, by the verifier’s code. */
  unreadableFor: {
    'text-too-large': 'It’s larger than 10 MB, the limit for a record.',
    'text-not-json': 'It isn’t JSON text in UTF-8. It’s another kind of file, or damaged.',
    'text-lone-surrogate': 'It contains half of a character, which programs read in different ways.',
    'text-too-deep': 'It’s nested deeper than any record.',
    'text-bad-number': 'It contains a number that programs read in different ways: too long, or in an unusual form.',
    'text-duplicate-member': 'It contains a member twice, so two readers could see two different matches.',
  },
  otherFormat: 'This version can’t verify this record.',
  otherFormatText: (format: string, known: string) =>
    `The record is in the format ${format}, and this version verifies only ${known}. Use a version of Anchor that knows ${format}.`,
  valid: 'This record is consistent.',
  /** `score` is empty if it doesn’t show who won. */
  plainly: (rolls: number, score: string) =>
    `The keys of both players signed. ${plural(rolls, { one: 'The one roll follows', other: 'All # rolls follow' })} from what all three keys had committed to.${score && ` Result ${score}.`}`,
  invalid: 'This record failed verification.',
  invalidAt: (event: number | null) =>
    event === null ? 'The fault is in the record as a whole.' : `The first fault is at event ${event}.`,
  result: (winner: string, score: string, reason: string) => `${winner} won ${score} ${reason}.`,
  /** `score` is empty before the first point. */
  wonEarly: (winner: string, reason: string, score: string) => `${winner} won ${reason}${score && `, at ${score}`}.`,
  reasons: {
    points: 'on points',
    resign: 'by resignation',
    time: 'on time',
    abandonment: 'because the opponent left',
  },
  file: (name: string) => `File: ${name}`,
  code: 'Code',
  checklist: 'What was checked',
  checks: {
    form: ['Form', 'The record has exactly the members of the format, none twice and none unknown.'],
    header: ['Terms', 'The three keys are valid and different, and the rules fit the length.'],
    events: ['Order', 'Every event names the hash of the one before it.'],
    signatures: ['Signatures', 'Every decision is signed with the key of the player who made it.'],
    dice: ['Dice', 'Every reveal matches its commitment, and every roll follows from its three reveals.'],
    plays: ['Play', 'Every move, cube action and resignation was legal.'],
    result: ['Result', 'Score, winner and final hash follow from the events.'],
    closing: ['Closing', 'The server has signed the end with the key in the record.'],
  },
  states: { passed: 'passed', failed: 'failed', until: 'passed up to there', skipped: 'not reached' },
  server: 'Server key',
  serverPinned: 'This is the key your browser knows for this address.',
  serverFormer: 'This is a former key of this server. It signed the current key as its successor.',
  serverOther:
    'Your browser knows a different key for this address: the record is from another server, or from another time.',
  rolls: 'Every roll',
  rollsText: 'Open a roll to follow the arithmetic.',
  game: (game: number) => `Game ${game}`,
  roll: (roll: number) => `Roll ${roll}`,
  origin: (link: number, commit: number) => `link ${link} of the chain committed to in event ${commit}`,
  serverReveal: 'Server revealed',
  playerReveal: (name: string) => `${name} revealed`,
  message: 'Message',
  digest: 'HMAC-SHA-256 of it, with the three reveals as the key',
  dice: 'Dice',
  bytes: (used: string) => `Bytes below 252 give dice: byte mod 6 + 1. Used here: ${used}`,
  more: (count: number) => `Show ${count} more`,
  saved: {
    keep: 'For when this server is gone',
    keepText:
      'Save this verifier as a single file. It runs from your own disk, works offline, and checks records from any server.',
    save: 'Save the verifier',
    lead: 'This file works offline: it checks records without contacting a server.',
    sameServer: 'This is the key of the server from which this file was saved.',
    otherServer:
      'This file was saved from a server with a different key: the record is from another server, or from another time.',
    proofText:
      'Choose the proof of the match (.tlog-proof) together with its record, and this file also verifies the place of the match in the public log. A policy (.txt) beside them names the logs and witnesses that you trust.',
    noRecord: 'There’s no record among these files. Choose the record of the match (.json) together with its proof.',
    placed: (origin: string, entry: number, size: number) =>
      `Entry ${number(entry)} of the public log ${origin}, which had ${number(size)} entries.`,
    witness: (name: string, time: number) => `${name} cosigned this state of the log: ${momentOf(time)}.`,
    noWitness: 'No witness cosigned this state of the log.',
    imported: 'The match had finished before the log was created.',
    ownLog: 'The log is that of the server from which this file was saved.',
    proofRefused: (code: string) =>
      `The proof of the public log failed verification (${code}). It says nothing about the record itself.`,
    noLogKey:
      'This file doesn’t know the log’s key, so it couldn’t check the proof. Choose a policy (.txt) that names the log, together with the record and the proof.',
    badPolicy: (code: string) => `The policy couldn’t be read (${code}), so the proof wasn’t checked.`,
  },
  limits: 'What this doesn’t prove',
  limitList: [
    'That no player used an engine.',
    'That a match was played at all, unless you know the server key above: one person with three keys can make up a whole match, dice included.',
    'That two keys are two people: someone who holds both players’ keys decides every play and the result, though not the dice of an honest server.',
    'That this page is honest: it came from the server. If that matters to you, run the verifier on your own machine, from a copy of Anchor you got elsewhere: bg-record verify --server-key KEY FILE.',
  ],
  demo: 'Change one byte',
  demoText: 'Change one random byte of the file and check again. The verifier catches every change that matters.',
  demoButton: 'Change one byte and check',
  demoChanged: (at: number, from: string, to: string) => `Byte ${at}: “${from}” became “${to}”.`,
  demoCaught: 'Caught:',
  faultAt: (event: number, message: string) => `event ${event}: ${message}.`,
  demoHarmless: 'This byte doesn’t affect anything the record proves.',
  compareText:
    'If a server shows two people different histories, comparing their files shows who signed both. Drop two files here to compare them.',
  relations: {
    same: 'The two files show the same match.',
    unrelated: 'These are two different matches.',
    prefix: 'One file continues where the other ends. They don’t contradict each other.',
    fork: 'The two files contradict each other.',
    'not-verifiable': 'One of the files failed verification, so it proves nothing.',
  },
  signedBoth: 'Signed both histories',
  eventsOf: (one: number, other: number) => `event ${one} of the first and event ${other} of the second`,
  nobody: 'There’s no proof that anyone signed both.',
  review: 'Review this match',
  another: 'Verify another',
  evidence: {
    title: 'Evidence stored on this device',
    text: 'Something in these matches failed verification while you played. Your browser saved what it received, so you can show it to others.',
    what: (events: readonly number[]) =>
      `${plural(events.length, { one: 'One transcript', other: '# transcripts' })}, ${events.join(' and ')} events`,
    download: 'Download',
    unknown: 'Something failed verification.',
    remove: 'Delete',
    sure: 'Delete this evidence?',
    sureText: 'This is the only copy unless you’ve downloaded it.',
    keep: 'Keep it',
    removeForGood: 'Delete it',
  },
} as const;

/** Texts of the verify page. They are separate because the page is loaded on demand. */
export const verifyTexts = inLanguage('verify', verify);
