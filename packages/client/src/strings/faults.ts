import type { GuardCode, HeaderCode, KeyTextCode, LogFaultCode } from 'bg-session';
import { inLanguage } from './chosen.ts';
import { faults } from './en/faults.ts';
import { troubles } from './en/troubles.ts';
import { type Trouble, troubleText } from './troubles.ts';

/** Refusals of an event by the server that no rule of the record gives. */
type RefusalCode = 'too-many-voids' | 'replaced';
type FaultCode = GuardCode | HeaderCode | KeyTextCode | LogFaultCode | RefusalCode | 'page-fault';

const sentences: Readonly<Record<FaultCode, string>> = inLanguage('faults', faults);
const byCode = new Map<string, string>(Object.entries(sentences));
const englishByCode = new Map<string, string>(Object.entries({ ...troubles, ...faults }));

/** Returns the text of a fault in the language of the page. For other codes, returns that of a refused request. */
export function faultText(trouble: Trouble): string {
  return byCode.get(trouble.code) ?? troubleText(trouble);
}

/** Returns the sender's own text, or the English text of the code. It is for files that others read. */
export function englishFaultText({ code, message }: Trouble): string {
  return message ?? englishByCode.get(code) ?? '';
}
