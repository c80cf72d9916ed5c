import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Mailer } from '../domain/ports/mailings.ts';
import type { Log } from '../domain/ports/world.ts';
import { keySeal } from '../keys/account-keys.ts';
import { SmtpMailer } from '../mail/smtp-mailer.ts';
import type { MailSetup } from './mail-services.ts';

/** Sets up mails and account keys. Warns about settings that are probably a mistake. */
export function setUpMail(config: Config, log: Log): MailSetup {
  const { accountKek, previousKek, publicUrl, mailDailyCap: dailyCap, mailsPerNetwork: hourlyPerNetwork } = config;
  const linkUrl = publicUrl ?? `http://localhost:${config.port}`;
  if (accountKek === null) log.warn({}, 'ACCOUNT_KEK is not set: keys of accounts are stored unencrypted');
  if (config.smtpUrl !== null && publicUrl === null)
    log.warn({ linkUrl }, 'PUBLIC_URL is not set: links in mails work on this machine only');
  const seal = keySeal(accountKek, previousKek);
  return {
    mailer: mailerOf(config, linkUrl, log),
    seal,
    linkUrl,
    dailyCap,
    hourlyPerNetwork,
    pause: () => setImmediate(),
  };
}

function mailerOf({ smtpUrl: url, mailFrom, isProduction }: Config, linkUrl: string, log: Log): Mailer {
  if (url === null) return isProduction ? noMailer : logMailer(log);
  const from = mailFrom ?? `Anchor <no-reply@${new URL(linkUrl).hostname}>`;
  return new SmtpMailer({ url, from }, (fault) => log.warn(fault, 'the mail provider did not accept a mail'));
}

/** For development: writes mails to the operator's log, including their links. */
function logMailer(log: Log): Mailer {
  return {
    delivers: false,
    works: true,
    async send({ to, subject, text }) {
      log.info({ to, subject, text }, 'mail not sent, because SMTP_URL is not set');
      return 'sent';
    },
  };
}

/** For production: a sign-in link must not appear in a log, so nothing is sent and the requester is told so. */
const noMailer: Mailer = {
  delivers: false,
  works: false,
  send: async () => 'unavailable',
};
