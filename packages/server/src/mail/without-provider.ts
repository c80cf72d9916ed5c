import type { Mailer } from '../domain/ports/mailings.ts';
import type { Log } from '../domain/ports/world.ts';

/** For development: writes mails to the operator's log, including their links. */
export function logMailer(log: Log): Mailer {
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
export const noMailer: Mailer = {
  delivers: false,
  works: false,
  send: async () => 'unavailable',
};
