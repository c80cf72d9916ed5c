import type * as Module from 'bg-record';

/** What this page uses of the verifier that the server serves. */
export type Verifier = Pick<
  typeof Module,
  | 'Ledger'
  | 'checkHeader'
  | 'compare'
  | 'hmacSha256'
  | 'parseRecordText'
  | 'stepsOf'
  | 'verify'
  | 'PROTOCOL'
  | 'MAX_TEXT_BYTES'
>;

/** Where the server serves the module that it runs itself. It is loaded from there and not bundled: what is checked here is that very code. */
const ADDRESS = '/src/record/index.js';

let loaded: Promise<Verifier> | null = null;

/** The verifier; null when it cannot be loaded. A failure is forgotten, so that it can be tried again. */
export async function loadVerifier(): Promise<Verifier | null> {
  loaded ??= import(/* @vite-ignore */ ADDRESS) as Promise<Verifier>;
  try {
    return await loaded;
  } catch {
    loaded = null;
    return null;
  }
}
