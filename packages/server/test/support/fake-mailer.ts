import type { Mail, Mailer, MailVerdict } from '../../src/domain/ports/mailings.ts';

/** A mail provider whose answers the test chooses. */
export class FakeMailer implements Mailer {
  delivers = true;
  works = true;
  readonly sent: Mail[] = [];
  /** Results of the next mails. `sent` when the list is empty. */
  readonly verdicts: MailVerdict[] = [];

  async send(mail: Mail): Promise<MailVerdict> {
    const verdict = this.verdicts.shift() ?? 'sent';
    if (verdict === 'sent') this.sent.push(mail);
    return verdict;
  }

  /** The link in the newest mail. */
  get link(): URL {
    const found = /https?:\/\/\S+/.exec(this.sent.at(-1)?.text ?? '');
    if (!found) throw new Error('no link was sent');
    return new URL(found[0]);
  }

  /** The code in the newest mail. */
  get code(): string {
    const found = /: ([0-9]{6})$/m.exec(this.sent.at(-1)?.text ?? '');
    if (!found?.[1]) throw new Error('no code was sent');
    return found[1];
  }

  get token(): string {
    const { hash, searchParams } = this.link;
    return new URLSearchParams(hash.slice(1)).get('t') ?? searchParams.get('t') ?? '';
  }
}
