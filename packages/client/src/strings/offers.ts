import { inLanguage } from './chosen.ts';
import { offers } from './en/offers.ts';

/** Texts of the invitations that a player has sent and received. */
export const offerTexts = inLanguage('offers', offers);
