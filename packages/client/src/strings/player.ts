import { inLanguage } from './chosen.ts';
import { player } from './en/player.ts';

/** The words of a player's page. */
export const playerTexts = inLanguage('player', player);
