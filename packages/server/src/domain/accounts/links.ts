import type { MailToken, MailTokenStore, World } from '../ports.ts';
import { sha256Hex } from './address.ts';

const TOKEN_BYTES = 24;
const SIGN_IN_MS = 30 * 60_000;
const VERIFY_MS = 48 * 3_600_000;

export interface LinkParts {
  readonly store: MailTokenStore;
  readonly world: World;
  /** Base of all links. Never what a client says in its request: a link with a token must not lead elsewhere. */
  readonly publicUrl: string;
}

/** Links that are sent by mail. The storage knows only the hash of what is in them. */
export class Links {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** The address of a new link; valid 30 minutes for accounts, 48 hours for subscriptions. */
  async make(token: MailToken): Promise<string> {
    const { store, world } = this.#parts;
    const text = this.newToken();
    await store.expire(world.now());
    const isVerify = token.kind === 'verify';
    await store.put(sha256Hex(text), token, world.now() + (isVerify ? VERIFY_MS : SIGN_IN_MS));
    return this.to(isVerify ? '/email/verify' : '/account/claim', text);
  }

  /** Uses a link up, whether it is still valid or not. */
  take(text: string): Promise<MailToken | null> {
    return this.#parts.store.take(sha256Hex(text), this.#parts.world.now());
  }

  /** What a link to confirm a subscription says; mail programs open such links before people do, so it stays valid. */
  read(text: string): Promise<MailToken | null> {
    return this.#parts.store.read(sha256Hex(text), 'verify', this.#parts.world.now());
  }

  newToken(): string {
    return Buffer.from(this.#parts.world.randomBytes(TOKEN_BYTES)).toString('hex');
  }

  to(path: string, token: string): string {
    return `${this.#parts.publicUrl}${path}?t=${token}`;
  }
}
