import { hmacSha256, type Key } from 'bg-record';
import type { MailToken, MailTokenStore } from '../ports/accounts.ts';
import type { World } from '../ports/world.ts';
import { sha256Hex } from './address.ts';

const TOKEN_BYTES = 24;
const CODE_DIGITS = 6;
/** Bytes of the HMAC in a code: so many that each code is equally likely, to one part in 10^8. */
const MAC_BYTES = 6;
const SIGN_IN_MS = 30 * 60_000;
const VERIFY_MS = 48 * 3_600_000;

interface LinkParts {
  readonly store: MailTokenStore;
  /** The codes of mails are made with it. */
  readonly serverKey: Pick<Key, 'seed'>;
  readonly world: World;
  /** Base of all links. Never taken from a request: a link with a token must not lead to another site. */
  readonly publicUrl: string;
}

/** A link that confirms an account or an address of an account. */
export type Confirmation = TokenOf<'register' | 'address'>;

/** A link, and the code that does the same on the page of the key that asked for it. */
export interface MadeLink {
  readonly link: string;
  readonly code: string;
}

type TokenOf<Kind extends MailToken['kind']> = Extract<MailToken, { readonly kind: Kind }>;

/** A confirmation that was found by its code. */
interface OpenConfirmation {
  readonly token: Confirmation;
  readonly take: () => Promise<Confirmation | null>;
}

function asConfirmation(token: MailToken): Confirmation | null {
  return token.kind === 'register' || token.kind === 'address' ? token : null;
}

function ofKind<Kind extends MailToken['kind']>(token: MailToken | null, kind: Kind): TokenOf<Kind> | null {
  return token !== null && isOf(token, kind) ? token : null;
}

function isOf<Kind extends MailToken['kind']>(token: MailToken, kind: Kind): token is TokenOf<Kind> {
  return token.kind === kind;
}

/** Links sent by mail. The storage has only the hashes of their tokens. */
export class Links {
  readonly #parts: LinkParts;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  /** Makes a link with its code, valid 30 minutes for accounts and 48 hours for subscriptions. */
  async make(token: MailToken): Promise<MadeLink> {
    const text = this.newToken();
    const hash = sha256Hex(text);
    await this.#parts.store.expire(this.#parts.world.now());
    const isVerify = token.kind === 'verify';
    await this.#parts.store.put(hash, token, this.#parts.world.now() + (isVerify ? VERIFY_MS : SIGN_IN_MS));
    const code = this.#code(hash);
    if (isVerify) return { link: this.to('/email/verify', text), code };
    const page = token.kind === 'sign-in' ? '/account/claim' : '/account/confirm';
    // Browsers do not send the fragment, so the token appears in no log of a server or proxy.
    return { link: `${this.#parts.publicUrl}${page}#t=${text}`, code };
  }

  /** The newest confirmation that this key asked for, if this is its code, and the function that consumes it. Counts no tries. */
  async byCode(pub: string, code: string): Promise<OpenConfirmation | null> {
    const found = await this.#parts.store.newestOf(pub, ['register', 'address'], this.#parts.world.now());
    const token = found && asConfirmation(found.token);
    if (!token || this.#code(found.hash) !== code) return null;
    return {
      token,
      take: async () =>
        ofKind(await this.#parts.store.take(found.hash, token.kind, this.#parts.world.now()), token.kind),
    };
  }

  /** Consumes a link of this kind, valid or not. Returns null when it is not valid. */
  async take<Kind extends MailToken['kind']>(text: string, kind: Kind): Promise<TokenOf<Kind> | null> {
    return ofKind(await this.#parts.store.take(sha256Hex(text), kind, this.#parts.world.now()), kind);
  }

  /** Reads a link of this kind without consuming it, because mail scanners open links before people do. */
  async read<Kind extends MailToken['kind']>(text: string, kind: Kind): Promise<TokenOf<Kind> | null> {
    return ofKind(await this.#parts.store.read(sha256Hex(text), kind, this.#parts.world.now()), kind);
  }

  newToken(): string {
    return Buffer.from(this.#parts.world.randomBytes(TOKEN_BYTES)).toString('hex');
  }

  /** The code is computed from the stored hash with the server's key, so that nothing is stored for it and the storage does not reveal it. */
  #code(hash: string): string {
    const mac = hmacSha256(this.#parts.serverKey.seed, new TextEncoder().encode(`anchor-mail-code/1\n${hash}`));
    const number = Buffer.from(mac).readUIntBE(0, MAC_BYTES) % 10 ** CODE_DIGITS;
    return String(number).padStart(CODE_DIGITS, '0');
  }

  to(path: string, token: string): string {
    return `${this.#parts.publicUrl}${path}?t=${token}`;
  }
}
