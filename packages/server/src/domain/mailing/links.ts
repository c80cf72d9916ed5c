import type { MailToken, MailTokenStore } from '../ports/accounts.ts';
import type { World } from '../ports/world.ts';
import { sha256Hex } from './address.ts';

const TOKEN_BYTES = 24;
const SIGN_IN_MS = 30 * 60_000;
const VERIFY_MS = 48 * 3_600_000;

interface LinkParts {
  readonly store: MailTokenStore;
  readonly world: World;
  /** Base of all links. Never taken from a request: a link with a token must not lead to another site. */
  readonly publicUrl: string;
}

type TokenOf<Kind extends MailToken['kind']> = Extract<MailToken, { readonly kind: Kind }>;

function ofKind<Kind extends MailToken['kind']>(token: MailToken | null, kind: Kind): TokenOf<Kind> | null {
  return token !== null && isOf(token, kind) ? token : null;
}

function isOf<Kind extends MailToken['kind']>(token: MailToken, kind: Kind): token is TokenOf<Kind> {
  return token.kind === kind;
}

/** Links sent by mail. The storage has only the hashes of their tokens. */
export class Links {
  readonly #store: MailTokenStore;
  readonly #world: World;
  readonly #publicUrl: string;

  constructor(parts: LinkParts) {
    this.#store = parts.store;
    this.#world = parts.world;
    this.#publicUrl = parts.publicUrl;
  }

  /** Returns the URL of a new link, valid 30 minutes for accounts and 48 hours for subscriptions. */
  async make(token: MailToken): Promise<string> {
    const text = this.newToken();
    await this.#store.expire(this.#world.now());
    const isVerify = token.kind === 'verify';
    await this.#store.put(sha256Hex(text), token, this.#world.now() + (isVerify ? VERIFY_MS : SIGN_IN_MS));
    if (isVerify) return this.to('/email/verify', text);
    const page = token.kind === 'sign-in' ? '/account/claim' : '/account/confirm';
    // Browsers do not send the fragment, so the token appears in no log of a server or proxy.
    return `${this.#publicUrl}${page}#t=${text}`;
  }

  /** Consumes a link of this kind, valid or not. Returns null when it is not valid. */
  async take<Kind extends MailToken['kind']>(text: string, kind: Kind): Promise<TokenOf<Kind> | null> {
    return ofKind(await this.#store.take(sha256Hex(text), kind, this.#world.now()), kind);
  }

  /** Reads a link of this kind without consuming it, because mail scanners open links before people do. */
  async read<Kind extends MailToken['kind']>(text: string, kind: Kind): Promise<TokenOf<Kind> | null> {
    return ofKind(await this.#store.read(sha256Hex(text), kind, this.#world.now()), kind);
  }

  newToken(): string {
    return Buffer.from(this.#world.randomBytes(TOKEN_BYTES)).toString('hex');
  }

  to(path: string, token: string): string {
    return `${this.#publicUrl}${path}?t=${token}`;
  }
}
