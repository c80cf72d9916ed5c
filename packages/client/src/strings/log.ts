import { inLanguage } from './chosen.ts';
import { number } from './forms.ts';

/** Texts about the public log. */
export const log = {
  checking: 'Looking for this match in the public log…',
  entry: (index: number) => `Entry ${number(index)} of the public log.`,
  entryText: (size: number) =>
    `Your browser has verified that this match is in the log of all results, as one of ${number(size)} entries, and that the log continues the one it knew before.`,
  proof: 'Save the proof',
  pending: 'This match isn’t in the public log yet. New results usually appear within seconds.',
  late: 'This match ended a day ago and still isn’t in the public log, although the server promises 24 hours. Save the record: the server’s signature in it proves the breach.',
  noLog: 'This server doesn’t publish a log of its results.',
  unreachable: 'The public log couldn’t be reached, so this match’s entry wasn’t checked.',
  unproven: (code: string) =>
    `The answer about the public log failed verification (${code}). It proves nothing against the server, because someone in between may have changed it.`,
  rolledBack:
    'The public log shows fewer entries than the server had signed before. Entries may have been removed, or the newest ones can’t be reached right now.',
  former: (known: number, ended: number) =>
    `The server closed its former log with ${number(ended)} entries and started this one. Your browser knew ${number(known)} of them.`,
  formerLost: (known: number, ended: number) =>
    `The server started this log because it lost the newest part of the former one: it states ${number(ended)} entries, but your browser had verified a signed state of ${number(known)} that doesn’t agree. Results may be missing. Save both statements.`,
  earlierLost: (known: number, ended: number) =>
    `The server also lost the newest part of an earlier log: it states ${number(ended)} entries, but your browser had verified a signed state of ${number(known)} that doesn’t agree. Results may be missing. Save both statements.`,
  saveFormer: 'Save both statements',
  again: 'Check again',
  fault: 'The public log contradicts itself',
  faults: {
    'log-forked':
      'The server has signed two lists of results that contradict each other. It may be showing other people a different history.',
    'entry-differs': 'The server has signed an entry about this match that differs from the record it signed.',
  },
  faultKept: 'The evidence is saved on this device. Show it to others: its signatures speak for themselves.',
  saveEvidence: 'Save the evidence',
} as const;

/** Texts about the public log. They are loaded with the pages that show it. */
export const logTexts = inLanguage('log', log);
