import type { RequestCode } from 'bg-session';
import { inLanguage } from './chosen.ts';
import { troubles } from './en/troubles.ts';
import { plainText } from './name-text.ts';

/** A failure of the protocol, of the server or of the verifier. */
export interface Trouble {
  readonly code: string;
  readonly message?: string;
}

const sentences: Readonly<Record<RequestCode, string>> = inLanguage('troubles', troubles);
const byCode = new Map<string, string>(Object.entries(sentences));

/** The reference by which the operator's log names the connection, at the end of an `internal` message. */
const reference = / \([0-9a-f]{12}\)$/;

/**
 * Returns the error text of a refused request in the language of the page. For unknown codes, returns the sender's message. A reference
 * for the operator is kept.
 */
export function troubleText({ code, message = '' }: Trouble): string {
  const known = byCode.get(code);
  if (known === undefined) return plainText(message);
  return code === 'internal' ? known + (reference.exec(message)?.[0] ?? '') : known;
}
