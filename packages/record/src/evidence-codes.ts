import { RECORD_CODES } from './codes.ts';

/**
 * The codes that a page gives as its reason in a file of evidence. A file with another code is not from a page, and is refused: the code
 * is a word of the page, and not a place for the words of the file's author.
 */
export const EVIDENCE_CODES = [
  // The verifier refused an event or a record.
  ...RECORD_CODES,
  'other-match',
  // The history contradicts what the device has seen or signed.
  'history-shorter',
  'history-differs',
  'marked-otherwise',
  'only-roll',
  'other-header',
  'forked',
  'wrong-end',
  'bad-receipt',
  'receipt-differs',
  'event-denied',
  'event-missing',
  'event-voided',
  'dated-back',
  'gap-denied',
  'forfeit-unannounced',
  'forfeit-early',
  'forfeit-unclaimed',
  'aborted-late',
  'aborted-unsigned',
  'aborted-differs',
  'aborted-roll',
  'overcharged',
  'displaced',
  'refunded',
  'silent',
  // The terms of the match are not those that were agreed.
  'not-asked',
  'other-server',
  'own-key-missing',
  'other-opponent',
  'other-length',
  'other-rules',
  'other-clock',
  'no-clock',
  'other-dice',
  'other-first-chain',
  'other-absence',
  'other-session',
  'rated-unasked',
  // The public log.
  'log-forked',
  'entry-differs',
  'log-cut',
  'log-halted',
  // The page has a fault, the player asked for the file, or the reason is not stored.
  'page-fault',
  'kept-by-player',
  'unknown',
] as const;

export type EvidenceCode = (typeof EVIDENCE_CODES)[number];

/** The codes of pages that went on with the match: warnings, and a file that the player asked for. */
const GOES_ON: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>([
  'overcharged',
  'displaced',
  'refunded',
  'silent',
  'kept-by-player',
]);

/** True if a page that gives this code stopped the match. */
export function isHalt(code: EvidenceCode): boolean {
  return !GOES_ON.has(code);
}

const known: ReadonlySet<unknown> = new Set(EVIDENCE_CODES);

export function isEvidenceCode(code: unknown): code is EvidenceCode {
  return known.has(code);
}
