import { inLanguage } from './chosen.ts';
import { player } from './en/player.ts';

/** Texts of a player's page. */
export const playerTexts = inLanguage('player', player);
