import type { Words } from '../chosen.ts';
import { plural } from '../forms.ts';
import type { found } from '../found.ts';

/** Texts of the question about an opponent that the server has found, and of pairings that came to nothing. */
export const texts: Words<typeof found> = {
  title: 'Gegner gefunden',
  tabTitle: '● Gegner gefunden',
  message: (opponent) => `${opponent} möchte spielen.`,
  accept: 'Spielen',
  notNow: 'Jetzt nicht',
  starting: (seconds) => `Start in ${seconds} s`,
  beginsIn: (seconds) =>
    plural(seconds, { one: 'Das Match beginnt in # Sekunde.', other: 'Das Match beginnt in # Sekunden.' }),
  answer: (seconds) => `Noch ${seconds} s für deine Antwort`,
  awaiting: 'Warten auf deinen Gegner …',
  botFirst: 'Du bist in einem Match. Gib es zuerst auf.',
  resignAndPlay: 'Aufgeben und spielen',
  missed: {
    other: {
      declined: 'Dein Gegner hat abgelehnt. Die Suche geht weiter.',
      'no-answer': 'Dein Gegner hat nicht geantwortet. Die Suche geht weiter.',
      gone: 'Dein Gegner ist gegangen. Die Suche geht weiter.',
    },
    own: {
      declined: 'Du hast abgelehnt, die Suche ist beendet.',
      'no-answer': 'Du hast nicht rechtzeitig geantwortet, die Suche ist beendet.',
      gone: 'Das Match konnte nicht beginnen, die Suche ist beendet.',
    },
  },
};
