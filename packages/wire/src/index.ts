export {
  ANNOUNCE_MS,
  COMPLAINTS_A_DAY,
  COOL_DOWN,
  COUNTRIES_AT_ONCE,
  LEAST_ABSENCE_MS,
  PAIRING,
  PEOPLE,
  TURNS_A_PERSON,
} from './agreed.ts';
export {
  type AnalysisPending,
  type AnalysisReport,
  analysisPending,
  analysisReport,
  analysisWait,
  type CandidatePlay,
  type CubeEvaluation,
  type CubeRow,
  cubeEvaluation,
  engineId,
  type LossTag,
  type PlayRow,
} from './analysis.ts';
export { fromBase64Url, toBase64Url } from './base64url.ts';
export { chances, hops } from './board.ts';
export {
  type AnonymousType,
  anonymousTypes,
  type ClientMessage,
  type ClientMessageOf,
  type ClientType,
  clientMessages,
  type WantedSeek,
  type WantedTerms,
} from './client-messages.ts';
export { type SocketCode, socketCodes } from './codes.ts';
export { COUNTRIES } from './countries.ts';
export { type Decoded, decodeClient, decodeServer, MAX_CLIENT_FRAME_BYTES, readServer } from './decode.ts';
export {
  type Health,
  health,
  type MatchRow,
  matchRow,
  matchRows,
  type PackageIndex,
  packageIndex,
  recordIds,
} from './http.ts';
export { type DailyReport, dailyReport, type LoginClaim, loginClaim, loginToken } from './http-accounts.ts';
export { ANALYSES_SHOWN, type PlayerAnalysis, playerAnalyses } from './http-analyses.ts';
export { type DiceReport, diceReport } from './http-dice.ts';
export {
  type KnownKey,
  knownKey,
  type Leaderboard,
  leaderboard,
  leaderboardQuery,
  OLDER_MATCHES,
  type PlayerCard,
  playerCard,
  playerRating,
} from './http-players.ts';
export {
  type Bucket,
  commonAnswers,
  type HttpRoute,
  httpError,
  httpRoutes,
  type NumberRange,
  type RouteName,
  secrets,
} from './http-routes.ts';
export { isWithin, type JsonBounds } from './json-bounds.ts';
export {
  type Confirmations,
  type ConfirmedReport,
  confirmedReport,
  type JudgedReport,
  type Judgement,
  judgedReport,
  judgement,
} from './judgements.ts';
export { isOpenPath, isOpenRoute } from './open-paths.ts';
export { makeOpenApi } from './openapi.ts';
export { type PageName, pagePattern, pages, samplePaths } from './pages.ts';
export {
  type BotLevel,
  botLevel,
  botLevelOf,
  botName,
  type ClockName,
  type ComplaintKind,
  chainNonce,
  clockName,
  complaintKind,
  hash,
  keyStart,
  matchId,
  type PrivateJwk,
  type PushKind,
  type PushNotice,
  publicKey,
  pushKind,
  pushNotice,
  type RatingRange,
  type RelationKind,
  ratingRange,
  relationKind,
  USUAL_BOT_LEVEL,
  type WantedRules,
} from './primitives.ts';
export {
  type PuzzleAnswer,
  type PuzzleDay,
  type PuzzlePlay,
  type PuzzleResponse,
  type PuzzleStats,
  type PuzzleView,
  puzzleResponse,
  puzzleView,
} from './puzzle.ts';
export { type Reaction, reaction } from './reaction.ts';
export {
  type BanView,
  type LiveView,
  liveView,
  MAX_ORIGINS,
  matchTerms,
  type PairingEnd,
  type PostedSeek,
  type ReceivedOffer,
  type SeekView,
  type SentOffer,
  type ServerMessage,
  type ServerMessageOf,
  type ServerType,
  seekView,
  serverMessages,
  type TurnView,
} from './server-messages.ts';
export { readTolerantly } from './tolerant.ts';
export {
  type AcquireBody,
  type Acquired,
  acquireBody,
  acquired,
  type Job,
  type JobRequest,
  type JobResult,
  type JudgedPlay,
  job,
  jobRequest,
  jobResult,
  LEAST_BG_WORKER,
  leaseCount,
  type SubmitBody,
  type Submitted,
  submitBody,
  submitted,
  type WorkerStatus,
  workerId,
  workerStatus,
} from './worker.ts';
