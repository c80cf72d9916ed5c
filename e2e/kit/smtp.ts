import { once } from 'node:events';
import { generateKey, type Key } from 'bg-record';
import { SMTPServer } from 'smtp-server';
import { SocketPlayer } from './socket-player.ts';

export interface Letter {
  readonly to: string;
  readonly messageId: string;
  /** As it came, soft line breaks undone. */
  readonly text: string;
}

/** A real mail provider on a port of its own. */
export interface MailHost {
  readonly url: string;
  readonly letters: readonly Letter[];
  /** Resolves with the letter of this number, counted from 0, when it has come. */
  letter(index: number): Promise<Letter>;
  close(): Promise<void>;
}

export interface MailHostSettings {
  /** The port of one that is back; a free one if absent. */
  readonly port?: number;
  /** An address that it does not know. */
  readonly unknown?: string;
}

export async function mailHost({ port = 0, unknown }: MailHostSettings = {}): Promise<MailHost> {
  const letters: Letter[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
    onRcptTo({ address }, _session, done) {
      done(address === unknown ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const messageId = /^message-id:\s+(\S+)/im.exec(raw)?.[1] ?? '';
        const text = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
        letters.push({ to: envelope.rcptTo[0]?.address ?? '', messageId, text });
        for (const wake of waiting.splice(0)) wake();
        done();
      });
    },
  });
  // a client that is killed in mid-sentence is no fault of the provider
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    ...{ url: `smtp://127.0.0.1:${address.port}`, letters },
    async letter(index) {
      for (;;) {
        const letter = letters[index];
        if (letter) return letter;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The link in a letter that leads to this path of the server. */
export function linkIn({ text }: Letter, url: string, path: string): string {
  const found = new RegExp(`${path}[?#]t=[0-9a-f]{48}`).exec(text)?.[0];
  if (!found) throw new Error(`no link to ${path} in\n${text}`);
  return `${url}${found}`;
}

/** What such a link carries. */
export function tokenOf(link: string): string {
  return /[?#]t=([0-9a-f]+)/.exec(link)?.[1] ?? '';
}

/** A stranger asks for a mail to this address; returns the letter. Others may still be on their way. */
export async function mailed(
  url: string,
  mail: MailHost,
  message: { readonly type: string; readonly email: string; readonly [member: string]: unknown },
  key?: Key,
): Promise<Letter> {
  let next = mail.letters.length;
  const policy = { random: () => 0.5, double: 0, take: 1 };
  const asker = new SocketPlayer({ url, key: key ?? (await generateKey()), policy });
  await asker.connect();
  await asker.request(message, 'mailed');
  asker.leave();
  for (;;) {
    const letter = await mail.letter(next++);
    if (letter.to === message.email) return letter;
  }
}
