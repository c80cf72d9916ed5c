import { inLanguage } from './chosen.ts';
import { invite } from './en/invite.ts';

/** Texts of invitations by link. */
export const inviteTexts = inLanguage('invite', invite);
