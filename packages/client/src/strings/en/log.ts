import { number } from '../forms.ts';

/** Texts about the public log. */
export const log = {
  checking: 'Looking for this match in the public log…',
  entry: (index: number) => `Entry ${number(index)} of the public log.`,
  entryText: (size: number) =>
    `Your browser has verified that the log of all results contains this match, as one of ${number(size)} entries, and that the log continues the one it knew before.`,
  proof: 'Save the proof',
  pending: 'This match is not in the public log yet. New results are usually there within seconds.',
  late: 'A day after its end this match is still not in the public log. The service promises 24 hours. The record with the server’s closing signature shows the breach, so save it.',
  noLog: 'This service publishes no log of its results.',
  unreachable: 'The public log could not be reached, so the place of this match in it was not checked.',
  unproven: (code: string) =>
    `The answer about the public log failed verification (${code}). It proves nothing against the service, because somebody on the way may have changed it.`,
  rolledBack:
    'The public log shows fewer entries than the service had signed before. It may have been set back, or its newest part cannot be reached at the moment.',
  former: (known: number, ended: number) =>
    `The service has ended its former log with ${number(ended)} entries and begun this one. Your browser knew ${number(known)} of them.`,
  formerLost: (known: number, ended: number) =>
    `The service has begun this log because the newest part of the former one was lost: it states ${number(ended)} entries, and your browser had verified a signed state of ${number(known)} that does not agree with it. Results may be missing. Save both statements.`,
  saveFormer: 'Save both statements',
  again: 'Check again',
  fault: 'The public log contradicts itself',
  faults: {
    'log-forked':
      'The service has signed two lists of results that do not fit together. It may show other people another history.',
    'entry-differs': 'The service has signed an entry about this match that differs from the record it signed.',
  },
  faultKept:
    'This device has stored the evidence. Save it and show it to others: the signatures in it speak for themselves.',
  saveEvidence: 'Save the evidence',
} as const;
