import type { GuardCode } from '../session/guard.ts';
import type { HeaderCode } from '../session/header-check.ts';
import type { KeyTextCode } from '../session/key-text.ts';
import type { RequestCode } from '../session/requests.ts';
import { plainText } from '../ui/name-text.ts';
import { inLanguage } from './chosen.ts';
import { troubles } from './en/troubles.ts';

type TroubleCode = RequestCode | GuardCode | HeaderCode | KeyTextCode | 'page-fault';

const sentences: Readonly<Record<TroubleCode, string>> = inLanguage('troubles', troubles);
const byCode = new Map<string, string>(Object.entries(sentences));

/** What the operator’s log calls the connection, at the end of an `internal`. */
const reference = / \([0-9a-f]{12}\)$/;

/** What went wrong, in the language of the page; where only the other side has words for it, in theirs. A reference for the operator stays. */
export function troubleText({ code, message }: { readonly code: string; readonly message: string }): string {
  const known = byCode.get(code);
  if (known === undefined) return plainText(message);
  return code === 'internal' ? known + (reference.exec(message)?.[0] ?? '') : known;
}
