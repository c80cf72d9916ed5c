import { Accounts } from '../domain/accounts/accounts.ts';
import { CodeLimit } from '../domain/accounts/code-limit.ts';
import type { Bus } from '../domain/bus.ts';
import { DailyMailing, type TodaysPuzzle } from '../domain/mailing/daily-mailing.ts';
import { Links } from '../domain/mailing/links.ts';
import { MailLimit } from '../domain/mailing/mail-limit.ts';
import { MailQueue } from '../domain/mailing/mail-queue.ts';
import { MailRun } from '../domain/mailing/mail-run.ts';
import { MailStops } from '../domain/mailing/mail-stops.ts';
import { Subscriptions } from '../domain/mailing/subscriptions.ts';
import { TurnMailing } from '../domain/mailing/turn-mailing.ts';
import type { Players } from '../domain/players/players.ts';
import type { TakenNames } from '../domain/players/taken-names.ts';
import type { KeySeal } from '../domain/ports/keys.ts';
import type { Mailer } from '../domain/ports/mailings.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Log, World } from '../domain/ports/world.ts';
import type { ServerKeys } from '../domain/server-keys.ts';

/** The operator's settings for mails and accounts. */
export interface MailSetup {
  readonly mailer: Mailer;
  readonly seal: KeySeal;
  /** Base of the links in mails. */
  readonly linkUrl: string;
  /** Largest number of mails that one call of the scheduler sends. */
  readonly dailyCap: number;
  /** Mails per hour that one network address may request. */
  readonly hourlyPerNetwork: number;
  /** Resolves when the response in progress has left the process. */
  readonly pause: () => Promise<void>;
}

interface MailServicesParts {
  readonly setup: MailSetup;
  readonly todaysPuzzle: TodaysPuzzle;
  readonly store: Store;
  readonly players: Players;
  readonly takenNames: TakenNames;
  readonly bus: Bus;
  readonly world: World;
  readonly log: Log;
  readonly serverKeys: Pick<ServerKeys, 'present' | 'former'>;
}

/** Everything that uses mail. */
export interface MailServices {
  readonly accounts: Accounts;
  readonly subscriptions: Subscriptions;
  readonly turnMails: TurnMailing;
  readonly mailStops: MailStops;
  /** Sends the mails of the day, when the operator’s scheduler asks for it. */
  readonly daily: MailRun;
  /** The objects that send mail. All mails are sent when each `idle` has resolved. */
  readonly senders: readonly { idle(): Promise<void> }[];
  /** True if mails are delivered. False if they only go to the operator's log. */
  readonly delivers: boolean;
}

export function openMailServices(parts: MailServicesParts): MailServices {
  const { setup, todaysPuzzle, store, players, takenNames, bus, world, log } = parts;
  const { mailer, seal, linkUrl: publicUrl, dailyCap } = setup;
  const mailQueue = new MailQueue(mailer, log, setup.pause);
  const serverKeys = [parts.serverKeys.present, ...parts.serverKeys.former] as const;
  const stops = new MailStops({ store, serverKeys, world, publicUrl });
  const limit = new MailLimit({ store, world, mailQueue, stops, perNetwork: setup.hourlyPerNetwork });
  const links = new Links({ store: store.mailTokens, serverKey: parts.serverKeys.present, world, publicUrl });
  const codeLimit = new CodeLimit({ store: store.mailTokens, world });
  const common = { mailQueue, limit, stops, links, world };
  const accounts = new Accounts({ ...common, codeLimit, store, players, takenNames, bus, seal, publicUrl });
  const subscriptions = new Subscriptions({ ...common, store: store.subscriptions });
  const daily = new DailyMailing({ store, mailer, todaysPuzzle, links, world, log, publicUrl, cap: dailyCap });
  const turnMails = new TurnMailing({ store, mailer, links, world, log, publicUrl });
  const run = new MailRun({ daily, turns: turnMails, cap: dailyCap });
  const senders = [mailQueue, daily, turnMails];
  return { accounts, subscriptions, turnMails, mailStops: stops, daily: run, senders, delivers: mailer.delivers };
}
