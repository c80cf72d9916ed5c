import { inLanguage } from './chosen.ts';
import { momentOf } from './forms.ts';

/** Texts of rare notices about the connection. */
export const notices = {
  bannedUntil: {
    key: (until: number) =>
      `The operator has banned your key until ${momentOf(until)}. You can’t play here until then.`,
    address: (until: number) =>
      `The operator has banned your network address until ${momentOf(until)}. Nobody can play from it until then.`,
  },
  bannedForGood: {
    key: 'The operator has permanently banned your key. You can no longer play here.',
    address: 'The operator has permanently banned your network address. Nobody can play from it.',
  },
  reason: 'Reason given:',
  wrongAddress: (origin: string) => `This server doesn’t expect to be reached at ${origin}, so nobody can play here.`,
  visitor: 'If someone sent you to this address, don’t enter anything here. Go to the address you normally use.',
  operator:
    'If you operate this server, set PUBLIC_URL to the address that browsers use (or add it to ORIGINS) and restart it:',
  expectedAt: 'Address where the server expects to be reached',
  keyChanged: 'This server has a new key, signed with its old one. You don’t need to do anything. The new key:',
  nameTaken: (name: string) =>
    `The name ${name} now belongs to an account or a bot. Choose another, or sign in if the account is yours.`,
  logHalted:
    'This server’s public log contradicts itself, so you can’t start a match here. You can finish a match in progress.',
  logEvidence: 'The evidence is on the Verify page.',
  logLift: 'Play here anyway',
  unproven: 'The server shows a key but hasn’t signed its greeting with it, so this page won’t sign anything.',
  wrongServer:
    'This address used to show a different server key. Someone else may be answering here, or the operator may have lost the old key. This page won’t sign anything until you decide.',
  knownKey: 'Known key',
  shownKey: 'Shown now',
  trust: 'Trust the new key',
  trustWarning: 'Only trust it if the operator has announced a new key.',
} as const;

/** Texts of notices about the connection that few people ever see. */
export const noticeTexts = inLanguage('notices', notices);
