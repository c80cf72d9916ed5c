import type * as Module from 'bg-record';

/** The part of the server's verifier that this page uses. */
export type Verifier = Pick<
  typeof Module,
  | 'Ledger'
  | 'checkHeader'
  | 'compare'
  | 'hmacSha256'
  | 'otherFormat'
  | 'parseRecordText'
  | 'stepsOf'
  | 'verify'
  | 'FORMAT'
  | 'PROTOCOL'
  | 'MAX_TEXT_BYTES'
>;

/**
 * The address of the module that the server itself runs. It is loaded from there and not bundled, so that the page
 * checks with exactly that code.
 */
const ADDRESS = '/src/record/index.js';

let loaded: Promise<Verifier> | null = null;

/**
 * Loads the verifier. Resolves to null if it cannot be loaded. A failure is not cached, so that another attempt is
 * possible.
 */
export async function loadVerifier(): Promise<Verifier | null> {
  loaded ??= import(/* @vite-ignore */ ADDRESS) as Promise<Verifier>;
  try {
    return await loaded;
  } catch {
    loaded = null;
    return null;
  }
}
