import { once } from 'node:events';
import { generateKey, type Key } from 'bg-record';
import { SMTPServer } from 'smtp-server';
import { SocketPlayer } from './socket-player.ts';

export interface Letter {
  readonly to: string;
  readonly messageId: string;
  /** The text as received, with soft line breaks removed. */
  readonly text: string;
}

/** A real SMTP server on its own port. */
export interface MailHost {
  readonly url: string;
  readonly letters: readonly Letter[];
  /** Waits for letter number `index`, counted from 0. */
  letter(index: number): Promise<Letter>;
  close(): Promise<void>;
}

interface MailHostSettings {
  /** The port, to restart a server at the same address; a free port if absent. */
  readonly port?: number;
  /** An address that the server rejects. */
  readonly unknown?: string;
}

export async function mailHost({ port = 0, unknown }: MailHostSettings = {}): Promise<MailHost> {
  const letters: Letter[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
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
  // a client that is killed during a transfer is not an error of this server
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
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

/** Returns the link in a letter to this path of the server. */
export function linkIn({ text }: Letter, url: string, path: string): string {
  const found = new RegExp(`${path}[?#]t=[0-9a-f]{48}`).exec(text)?.[0];
  if (!found) throw new Error(`no link to ${path} in\n${text}`);
  return `${url}${found}`;
}

/** Returns the code in a letter that asks to confirm an account or an address. */
export function codeIn({ text }: Letter): string {
  const found = /where you asked: ([0-9]{6})/.exec(text)?.[1];
  if (!found) throw new Error(`no code in\n${text}`);
  return found;
}

/** Returns the token in such a link. */
export function tokenOf(link: string): string {
  return /[?#]t=([0-9a-f]+)/.exec(link)?.[1] ?? '';
}

/** Requests a mail to this address without signing in, and returns the letter. Other letters may still arrive later. */
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
