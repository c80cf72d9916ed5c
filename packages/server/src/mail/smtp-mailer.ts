import { createTransport, type Transporter } from 'nodemailer';
import type { Mail, Mailer, MailVerdict } from '../domain/ports/mailings.ts';

/** Timeout of each SMTP step. Together they stay well below the lifetime of a claim on a mail. */
const STEP_MS = 15_000;
const PERMANENT = 500;
const SERVICE_CLOSES = 421;

interface SmtpSettings {
  /** smtp://user:password@host:port, or smtps:// for TLS from the start. */
  readonly url: string;
  readonly from: string;
}

/** Called when a mail was not sent. Gets no addresses, which must stay out of the log. */
type MailFailed = (fault: { readonly code: string; readonly response: string }) => void;

/** Sends mails through the operator's SMTP provider, one connection per mail. */
export class SmtpMailer implements Mailer {
  readonly delivers = true;
  readonly works = true;
  readonly #transport: Transporter;
  readonly #from: string;
  readonly #failed: MailFailed;

  constructor({ url, from }: SmtpSettings, failed: MailFailed) {
    const timeouts = {
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
    };
    this.#transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
    this.#from = from;
    this.#failed = failed;
  }

  async send({ to, subject, text, html, messageId, unsubscribe }: Mail): Promise<MailVerdict> {
    const headers = { 'auto-submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) };
    const id = messageId === undefined ? {} : { messageId };
    try {
      // As an object, so that the address is not parsed as a list.
      await this.#transport.sendMail({
        from: this.#from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers,
        ...id,
      });
      return 'sent';
    } catch (error) {
      return this.#judge(error);
    }
  }

  #judge(error: unknown): MailVerdict {
    const fault = faultOf(error);
    this.#failed({ code: fault.code, response: String(fault.responseCode) });
    const isAboutRecipient = fault.command === 'RCPT TO' && fault.responseCode !== SERVICE_CLOSES;
    if (!isAboutRecipient || fault.responseCode === 0) return 'unavailable';
    return fault.responseCode >= PERMANENT ? 'refused' : 'later';
  }
}

/** Headers for one-click unsubscription (RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  return url === undefined
    ? {}
    : { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
}

interface Fault {
  readonly code: string;
  /** The SMTP command that failed. */
  readonly command: string;
  /** The SMTP reply code, 0 if there was none. */
  readonly responseCode: number;
}

function faultOf(error: unknown): Fault {
  const known: object = error instanceof Error ? error : {};
  const code = 'code' in known ? String(known.code) : 'unknown';
  const command = 'command' in known ? String(known.command) : '';
  const responseCode = 'responseCode' in known && typeof known.responseCode === 'number' ? known.responseCode : 0;
  return { code, command, responseCode };
}
