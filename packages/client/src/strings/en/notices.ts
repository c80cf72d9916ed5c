import { momentOf } from '../forms.ts';

/** Texts of notices about the connection that few people ever see. */
export const notices = {
  bannedUntil: {
    key: (until: number) =>
      `The operator has banned your key until ${momentOf(until)}. Until then it cannot play here.`,
    address: (until: number) =>
      `The operator has banned your network address until ${momentOf(until)}. Until then nobody can play from it.`,
  },
  bannedForGood: {
    key: 'The operator has permanently banned your key. It can no longer play here.',
    address: 'The operator has permanently banned your network address. Nobody can play from it.',
  },
  reason: 'Reason given:',
  wrongAddress: (origin: string) =>
    `The server that answers here does not expect to be reached at ${origin}. This page signs nothing for it, so nobody can play here.`,
  visitor: 'If somebody sent you to this address, do not enter anything here. Go to the address that you normally use.',
  operator:
    'If you operate this server, set PUBLIC_URL to the address that browsers use (or add it to ORIGINS) and restart it:',
  expectedAt: 'Address at which the server expects to be reached',
  keyChanged:
    'This server has a new key, signed with the key that your browser knew. You do not need to do anything. The new key:',
  nameTaken: (name: string) =>
    `The name ${name} belongs to an account or a bot now, so you play without it. Choose another one, or sign in if the account is yours.`,
  logHalted:
    'The public log of this service contradicts itself. This page begins no match here; a match in progress can be finished.',
  logEvidence: 'The evidence is on the Verify page.',
  logLift: 'Play here anyway',
} as const;
