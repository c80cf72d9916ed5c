import type { Words } from '../chosen.ts';
import { number, plural, signed } from '../forms.ts';
import type { puzzles } from '../puzzles.ts';

export const texts: Words<typeof puzzles> = {
  title: 'Rätsel nach Themen',
  lead: 'Stellungen mit einer besten Wahl, in der sich zwei Engines einig sind.',
  playing: 'Die Rätsel pausieren, während du gegen einen Menschen spielst.',
  theme: 'Thema',
  all: 'Alle Themen',
  themes: {
    opening: 'Eröffnung',
    blitz: 'Blitz',
    prime: 'Prime gegen Prime',
    holding: 'Holding-Game',
    'back-game': 'Backgame',
    hit: 'Schlagen oder nicht',
    'contact-bear-off': 'Auswürfeln mit Kontakt',
    race: 'Rennen',
    'bear-off': 'Auswürfeln',
    double: 'Doppeln oder nicht',
    take: 'Annehmen oder passen',
  },
  optionOf: (theme, answered, all) => `${theme} (${number(answered)} von ${number(all)})`,
  isTheme: (theme) => `Thema: ${theme}`,
  rating: (rating) => `Deine Wertung: ${rating}`,
  ratingChange: (rating, change) => `Deine Wertung: ${rating} (${signed(change)})`,
  puzzleRating: (rating) => `Dieses Rätsel: ${rating}`,
  noChange: 'Nur die erste Antwort auf ein Rätsel ändert deine Wertung.',
  comesBack: 'Dieses Rätsel kommt später wieder.',
  measure: 'Verluste unter 0,02 zählen als richtig. Rollouts und GNU Backgammon, 2-ply, haben dieselbe beste Wahl.',
  next: 'Nächstes Rätsel',
  done: 'Du hast alle diese Rätsel beantwortet.',
  missed: (count) =>
    plural(count, {
      one: 'Das eine, das du verfehlt hast, kommt nach ein paar anderen Rätseln wieder, oder morgen.',
      other: 'Die #, die du verfehlt hast, kommen nach ein paar anderen Rätseln wieder, oder morgen.',
    }),
  again: 'Noch einmal durchgehen',
  progress: 'Dein Fortschritt',
  answered: 'Beantwortet',
  right: 'Zuletzt richtig',
  of: (count, all) => `${number(count)} von ${number(all)}`,
  kept: 'Deine Wertung und deine Antworten bleiben in diesem Browser.',
  notKept: 'Dein Browser speichert für diese Seite nichts, also hält dein Fortschritt nur, bis du die Seite schließt.',
  reset: 'Zurücksetzen',
  resetText: 'Das löscht deine Wertung und deine Antworten in diesem Browser. Du kannst es nicht rückgängig machen.',
};
