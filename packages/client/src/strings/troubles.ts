import type { GuardCode } from '../protocol/guard.ts';
import type { HeaderCode } from '../protocol/header-check.ts';
import type { KeyTextCode } from '../protocol/key-text.ts';
import type { LogFaultCode } from '../protocol/public-log.ts';
import type { RequestCode } from '../protocol/requests.ts';
import { inLanguage } from './chosen.ts';
import { troubles } from './en/troubles.ts';
import { plainText } from './name-text.ts';

/** A failure of the protocol, of the server or of the verifier. */
interface Trouble {
  readonly code: string;
  readonly message?: string;
}

type TroubleCode = RequestCode | GuardCode | HeaderCode | KeyTextCode | LogFaultCode | 'page-fault';

const sentences: Readonly<Record<TroubleCode, string>> = inLanguage('troubles', troubles);
const englishByCode = new Map<string, string>(Object.entries(troubles));
const byCode = new Map<string, string>(Object.entries(sentences));

/** The reference by which the operator's log names the connection, at the end of an `internal` message. */
const reference = / \([0-9a-f]{12}\)$/;

/**
 * Returns the error text in the language of the page. For unknown codes, returns the sender's message. A reference for
 * the operator is kept.
 */
export function troubleText({ code, message = '' }: Trouble): string {
  const known = byCode.get(code);
  if (known === undefined) return plainText(message);
  return code === 'internal' ? known + (reference.exec(message)?.[0] ?? '') : known;
}

/** Returns the sender's own text, or the English text of the code. It is for files that others read. */
export function englishTroubleText({ code, message }: Trouble): string {
  return message ?? englishByCode.get(code) ?? '';
}
