export { Connection, type ConnectionStatus, type Outgoing } from './connection/connection.ts';
export { GuestKey } from './connection/guest-key.ts';
export { backoffMs } from './connection/keepalive.ts';
export { type KeyTextCode, makeKeyText, parseKeyText } from './connection/key-text.ts';
export { PinnedKey } from './connection/pinned-key.ts';
export type { Answer, RequestCode } from './connection/requests.ts';
export { loadMatchCode, loadPublicLog, loadSigning } from './load.ts';
export type { FormerLog } from './log/former-logs.ts';
export { LogHalt } from './log/log-halt.ts';
export { LogViews } from './log/log-views.ts';
export type { LogFaultCode, LogPlace, PublicLog } from './log/public-log.ts';
export { openDatabase, requestResult, transactionDone } from './platform/database.ts';
export { type CodedFailure, coded } from './platform/failure.ts';
export { type FetchCode, getJson, readJson } from './platform/get-json.ts';
export type { After, Clocks, OpenSocket, Socket, SocketHandlers, TabLocks, TextStorage } from './platform/ports.ts';
export { openService, type Service, type ServicePorts } from './service.ts';
export { OVERCHARGE_MS } from './session/charges.ts';
export type { GuardCode } from './session/guard.ts';
export type { HeaderCode } from './session/header-check.ts';
export { cutLogFile, keepLogFault } from './session/log-fault.ts';
export { type MatchRequest, MatchRequests, matchRequestOf } from './session/match-requests.ts';
export { DatabaseMatchStore } from './session/match-store.ts';
export { Matches, type MatchesPorts, type MatchHandle } from './session/matches.ts';
export { requestMatch } from './session/request-match.ts';
export { TRIALS } from './session/silence.ts';
export { Turns, waitsForPlayer } from './session/turns.ts';
export {
  type Decision,
  type ForfeitFacts,
  type Halt,
  isViewersTurn,
  type MatchSession,
  type MatchView,
  type Outcome,
  type RatingChange,
  type ServerWarning,
  type SessionNotice,
  type TurnFacts,
} from './session/types.ts';
export { joinHistory } from './session/verified-history.ts';
export { type Evidence, type EvidenceFile, EvidenceStore } from './stores/evidence.ts';
