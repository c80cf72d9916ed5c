import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
interface Received {
  readonly to: string;
  readonly from: string;
  readonly raw: string;
  readonly messageId: string;
}

/** The provider's decision: null to accept, or a reply code. */
type Judge = (address: string) => number | null;

/** A real SMTP server. */
export interface SmtpHost {
  readonly url: string;
  readonly received: Received[];
  /** Decide about recipients and about received mails. */
  judgeRecipient: Judge;
  judgeMail: Judge;
  /** Resolves when this number of mails has arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function smtpHost(): Promise<SmtpHost> {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(refusal(host.judgeRecipient(address))),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const [to] = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom === false ? '' : (envelope.mailFrom?.address ?? '');
        const refused = refusal(host.judgeMail(to ?? ''));
        if (!refused)
          received.push({ to: to ?? '', from, raw, messageId: /^message-id:\s+(\S+)/im.exec(raw)?.[1] ?? '' });
        for (const wake of waiting.splice(0)) wake();
        done(refused);
      });
    },
  });
  // A client that is killed in the middle is not an error of the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const host: SmtpHost = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    judgeRecipient: () => null,
    judgeMail: () => null,
    async arrived(count) {
      while (received.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return host;
}

function refusal(code: number | null): Error | null {
  return code === null ? null : Object.assign(new Error('no, thank you'), { responseCode: code });
}

/** The text of a mail after transfer decoding. */
export function textOf({ raw }: Received): string {
  const part = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw);
  const head = part?.[0] ?? '';
  const body = part?.[1] ?? '';
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  return /quoted-printable/i.test(head) ? unquoted(body) : body;
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The token of the mail's link to this path. */
export function tokenIn(mail: Received, path: string): string {
  const token = new RegExp(`${path}[?#]t=([0-9a-f]+)`).exec(textOf(mail))?.[1];
  if (!token) throw new Error(`no link to ${path} in ${textOf(mail)}`);
  return token;
}
