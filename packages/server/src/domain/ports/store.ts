import type { AccountStore, MailStopStore, MailTokenStore } from './accounts.ts';
import type { AnnotationStore, DeepQueueStore, EvaluationStore, ReportFigureStore } from './analysis.ts';
import type { ComplaintStore } from './complaints.ts';
import type { SuccessionStore } from './keys.ts';
import type { LeaseStore } from './leases.ts';
import type { PublicLogStore } from './log.ts';
import type { MailingStore, SubscriptionStore, TurnMailStore } from './mailings.ts';
import type { MatchStore } from './matches.ts';
import type { BanStore, InviteStore, PlayerStore } from './players.ts';
import type { PushStore } from './push.ts';
import type { PuzzleStore } from './puzzles.ts';
import type { DiceStore, RecordStore } from './records.ts';
import type { RelationStore } from './relations.ts';

/** Everything that outlives the process. */
export interface Store {
  readonly matches: MatchStore;
  readonly leases: LeaseStore;
  readonly records: RecordStore;
  readonly players: PlayerStore;
  readonly invites: InviteStore;
  readonly relations: RelationStore;
  readonly complaints: ComplaintStore;
  readonly accounts: AccountStore;
  readonly mailTokens: MailTokenStore;
  readonly mailStops: MailStopStore;
  readonly subscriptions: SubscriptionStore;
  readonly turnMails: TurnMailStore;
  readonly mailings: MailingStore;
  readonly dice: DiceStore;
  readonly successions: SuccessionStore;
  readonly bans: BanStore;
  readonly push: PushStore;
  readonly puzzles: PuzzleStore;
  readonly evaluations: EvaluationStore;
  readonly annotations: AnnotationStore;
  readonly reportFigures: ReportFigureStore;
  readonly deepQueue: DeepQueueStore;
  readonly publicLog: PublicLogStore;
}
