import type { Mail, Mailer, MailVerdict } from '../ports/mailings.ts';
import type { Store } from '../ports/store.ts';
import type { World } from '../ports/world.ts';

/** Lifetime of a claim on a mail. Longer than the mailer tries to send one, so the owner of an older claim has died. */
const CLAIM_MS = 120_000;
const OWNER_BYTES = 8;

interface ClaimedMailsParts {
  readonly store: Pick<Store, 'mailings'>;
  readonly mailer: Mailer;
  readonly world: World;
}

/**
 * Sends the mails of a mailing, each to an address at most once. A mail is claimed before it is sent and its state is stored afterwards. If a process dies
 * in between, a later run of any process sends the mail again; with the same Message-ID mailboxes drop the duplicate.
 */
export class ClaimedMails {
  readonly #mailings: Store['mailings'];
  readonly #mailer: Mailer;
  readonly #world: World;
  readonly #owner: string;

  constructor({ store, mailer, world }: ClaimedMailsParts) {
    this.#mailings = store.mailings;
    this.#mailer = mailer;
    this.#world = world;
    this.#owner = Buffer.from(world.randomBytes(OWNER_BYTES)).toString('hex');
  }

  /** Returns null if the mail of this mailing was sent to the address, refused, or claimed by another process. */
  async send(mailing: string, mail: Mail): Promise<MailVerdict | null> {
    const now = this.#world.now();
    if (!(await this.#mailings.claim(mailing, mail.to, this.#owner, now, now - CLAIM_MS))) return null;
    const verdict = await this.#mailer.send(mail);
    const state = verdict === 'sent' || verdict === 'refused' ? verdict : 'open';
    await this.#mailings.setState(mailing, mail.to, this.#owner, state, this.#world.now());
    return verdict;
  }
}
