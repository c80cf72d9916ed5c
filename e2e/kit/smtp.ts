import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

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

export async function mailHost(): Promise<MailHost> {
  const letters: Letter[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], logger: false },
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
  server.listen(0, '127.0.0.1');
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
  const token = new RegExp(`${path}\\?t=([0-9a-f]{48})`).exec(text)?.[1];
  if (!token) throw new Error(`no link to ${path} in\n${text}`);
  return `${url}${path}?t=${token}`;
}
