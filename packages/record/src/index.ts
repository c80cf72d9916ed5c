export type {
  Action,
  Cube,
  Dice,
  Failure,
  GameResult,
  GameStatus,
  Hop,
  MatchEnd,
  MatchResult,
  MatchState,
  Phase,
  Player,
  Position,
  Result,
  Rules,
  Situation,
  Standing,
} from 'bg-rules';
export { canonicalJson, type Tag, taggedBytes } from './canonical.ts';
export type { Budget, ClockReading, ClockState, Running } from './clock.ts';
export {
  type ClockPreset,
  clockNameOf,
  clockPreset,
  type DaysPreset,
  daysPreset,
  HOLIDAY_DAYS,
  mayBeAway,
} from './clock-preset.ts';
export { type Closing, closeRecord } from './closing.ts';
export { RECORD_CODES, type RecordCode, type RecordFailure, type RecordResult } from './codes.ts';
export { type Comparison, compare, containsHead, type DoubleSigner, isDoubleSigned } from './compare.ts';
export type { SignatureVerifier } from './crypto/backend.ts';
export { generateKey, keyFromSeed, type SignatureCheck, sign, verifySignature } from './crypto/ed25519.ts';
export { hmacSha256, sha256, toHex } from './crypto/hash.ts';
export { isGoodKey } from './crypto/strict.ts';
export { rulesFor } from './default-rules.ts';
export { deriveDice, FIRST_SKIPPED_BYTE, type Link, makeChain, playerSeed, type RollInputs } from './dice.ts';
export { type Displacing, isDisplacing, type MomentBefore } from './displacing.ts';
export { type DerivedMember, entryDifferences } from './entry-of-record.ts';
export {
  checkEvent,
  checkSignedEvent,
  type EventOf,
  eventHash,
  eventText,
  isAside,
  isSignedByParty,
  MAX_EVENTS,
  partyKey,
  sentHash,
  signEvent,
} from './event.ts';
export {
  EVIDENCE_FORMAT,
  type Evidence,
  type Examined,
  examine,
  type Finding,
  isInGap,
  type NotExamined,
  RECEIPT_TOLERANCE_MS,
} from './evidence.ts';
export { EVIDENCE_CODES, type EvidenceCode } from './evidence-codes.ts';
export { toMat } from './export/mat.ts';
export { toOgxm } from './export/ogxm.ts';
export { toText } from './export/plain.ts';
export { toSgf } from './export/sgf.ts';
export { endsByFullness, type Filled, hasRoomForTheEndOnly, isClosing, isFull } from './full-record.ts';
export { checkHeader, headerHash, MAX_CHAIN, MAX_CLOCK_MS, MAX_NAME_LENGTH } from './header.ts';
export { holidayDaysLeft } from './holiday.ts';
export {
  type Challenge,
  DELETE_CONFIRMATION,
  deletionMessage,
  type Greeting,
  greetingMessage,
  identifyMessage,
  originOf,
  signDeletion,
  signGreeting,
  signIdentify,
  verifyDeletion,
  verifyGreeting,
  verifyIdentify,
} from './identify.ts';
export { acceptedInPlace, type DatedEvent } from './in-place.ts';
export {
  type JudgementStatement,
  judgementMessage,
  type LeaseStatement,
  leaseMessage,
  signJudgement,
  signLease,
  verifyJudgement,
  verifyLease,
} from './judgement.ts';
export {
  type AppendAllOptions,
  type AppendAllResult,
  type AppendResult,
  Ledger,
  type LedgerOptions,
} from './ledger.ts';
export {
  type Absent,
  absenceEndsAt,
  type ByParty,
  type Commitment,
  claimDueAt,
  type ForfeitFacts,
  type Holidays,
  type LedgerState,
  MAX_SITS,
  mayClaim,
  needsClaim,
  partyIndex,
} from './ledger-state.ts';
export {
  type AbortedEntry,
  type AnalysisEntry,
  decodeLogEntry,
  encodeLogEntry,
  LOG_ENTRY_CODES,
  type LogEndEntry,
  type LogEntry,
  type LogEntryCode,
  type LoggedMatch,
  type LoggedRating,
  type LoggedRatingChange,
  type LogKeyEntry,
  logEntryBytes,
  MAX_LOG_ENTRY_BYTES,
  type MatchEntry,
  RATING_DIGITS,
  type ServerKeyEntry,
  signLogEnd,
  signLogKey,
  toLoggedDecimal,
  VOLATILITY_DIGITS,
  verifyLogEnd,
  verifyLogKey,
} from './log-entry.ts';
export { type Note, TRUSTED_DICE } from './notes.ts';
export { otherFormat } from './other-format.ts';
export { firstChainOf, isOwnFirstChain, type RandomBytes } from './own-chain.ts';
export { type PlayerAct, Seat } from './seat.ts';
export { ServerSeat } from './server-seat.ts';
export {
  type MoneyGame,
  type MoneySession,
  moneyGame,
  type NotASession,
  nextSession,
  SESSION_CODES,
  type SessionCode,
  scoreAfter,
  sessionFault,
  verifySession,
} from './session.ts';
export { signAborted, signReceipt, verifyAborted, verifyReceipt } from './statements.ts';
export { gameEndedBy, type Step, StepReader, stepsOf } from './steps.ts';
export {
  followSuccession,
  MAX_SUCCESSION,
  SUCCESSION_CODES,
  type Succession,
  type SuccessionCode,
  signSuccession,
  successionMessage,
} from './succession.ts';
export { MAX_TEXT_BYTES, parseRecordText, TEXT_CODES, type TextCode } from './text.ts';
export {
  type Aborted,
  type AsideType,
  type ClockSettings,
  type EventBody,
  type EventType,
  type Expectation,
  type Fate,
  type FirstChain,
  FORMAT,
  type Header,
  type HeaderLog,
  type HeaderPlayer,
  type HeaderSession,
  type Key,
  MATCH_ID,
  type MatchEvent,
  type MatchRecord,
  type Party,
  PROTOCOL,
  type Receipt,
  type SignedEvent,
  type Transcript,
  type UnsignedEvent,
  type View,
} from './types.ts';
export { utcDate } from './utc-date.ts';
export type { VerifiedRoll } from './verified-roll.ts';
export {
  type NotVerified,
  type Verified,
  type VerifiedTranscript,
  type VerifyOptions,
  type VerifyResult,
  type VerifyTranscriptResult,
  verify,
  verifyTranscript,
} from './verify.ts';
export { isLogOrigin } from './view.ts';
export { BLANK_GLYPHS, type LineOutput, printLines, quoted, visible } from './visible.ts';
