import type { Log, Mailer } from '../domain/ports.ts';

/** For trying things out on one's own machine: mails go to the operator's log, with the links in them. */
export function logMailer(log: Log): Mailer {
  return {
    delivers: false,
    works: true,
    async send({ to, subject, text }) {
      log.info({ to, subject, text }, 'mail, not sent: SMTP_URL is not set');
      return 'sent';
    },
  };
}

/** In production a link in a log would be a way into somebody's account: nothing is sent, and whoever asks is told so. */
export const noMailer: Mailer = {
  delivers: false,
  works: false,
  send: async () => 'unavailable',
};
