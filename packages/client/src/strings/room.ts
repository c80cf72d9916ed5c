import { inLanguage } from './chosen.ts';
import { room } from './en/room.ts';

/** Texts of the lobby. */
export const roomTexts = inLanguage('room', room);
