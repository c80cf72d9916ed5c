import { DailyMailing } from '../mailing/daily-mailing.ts';
import type { TodaysPuzzle } from '../mailing/daily-puzzle.ts';
import { MailLimit } from '../mailing/mail-limit.ts';
import { Outbox } from '../mailing/outbox.ts';
import { Subscriptions } from '../mailing/subscriptions.ts';
import type { Players } from '../players/players.ts';
import type { Bus, KeySeal, Log, Mailer, Store, World } from '../ports.ts';
import { Accounts } from './accounts.ts';
import { Links } from './links.ts';

/** What the operator has set up for mails and accounts. */
export interface MailSetup {
  readonly mailer: Mailer;
  readonly seal: KeySeal;
  /** Base of the links in mails. */
  readonly linkUrl: string;
  /** Mails of one run of the daily mailing at most. */
  readonly dailyCap: number;
  /** Mails an hour that may be asked for from one network address. */
  readonly hourlyPerNetwork: number;
  /** Resolves when what is being answered now has left the process. */
  readonly pause: () => Promise<void>;
}

export interface CorrespondenceParts {
  readonly setup: MailSetup;
  readonly todaysPuzzle: TodaysPuzzle;
  readonly store: Store;
  readonly players: Players;
  readonly bus: Bus;
  readonly world: World;
  readonly log: Log;
}

/** Everything that goes by mail. */
export interface Correspondence {
  readonly accounts: Accounts;
  readonly subscriptions: Subscriptions;
  readonly daily: DailyMailing;
  /** Everything that sends; each is done when its `idle` resolves. */
  readonly senders: readonly { idle(): Promise<void> }[];
  /** Mails leave the house; otherwise they stand in the operator's log. */
  readonly delivers: boolean;
}

export function openCorrespondence(parts: CorrespondenceParts): Correspondence {
  const { setup, todaysPuzzle, store, players, bus, world, log } = parts;
  const { mailer, seal, linkUrl: publicUrl, dailyCap } = setup;
  const outbox = new Outbox(mailer, log, setup.pause);
  const limit = new MailLimit(store, world, outbox, setup.hourlyPerNetwork);
  const links = new Links({ store: store.mailTokens, world, publicUrl });
  const post = { outbox, limit, links, world };
  const accounts = new Accounts({ ...post, store, players, bus, seal, publicUrl });
  const subscriptions = new Subscriptions({ ...post, store: store.subscriptions });
  const daily = new DailyMailing({ store, mailer, todaysPuzzle, links, world, log, publicUrl, cap: dailyCap });
  return { accounts, subscriptions, daily, senders: [outbox, daily], delivers: mailer.delivers };
}
