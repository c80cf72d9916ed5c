import type { MailingState, MailVerdict } from '../ports/mailings.ts';

/** Lifetime of a claim on a mail. Longer than the mailer tries to send one, so the owner of an older claim has died. */
export const CLAIM_MS = 120_000;

/** The state of a claimed mail after the provider's answer. */
export function stateAfter(verdict: MailVerdict): MailingState {
  return verdict === 'sent' || verdict === 'refused' ? verdict : 'open';
}
