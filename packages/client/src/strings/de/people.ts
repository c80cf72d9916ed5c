import type { Words } from '../chosen.ts';
import type { people } from '../people.ts';

export const texts: Words<typeof people> = {
  here: 'Online',
  away: 'Offline',
  follow: 'Folgen',
  followTitle: (name) => `${name} folgen`,
  followText: 'Wem du folgst, siehst du auf deiner Startseite, auch wer gerade online ist. Niemand erfährt davon.',
  unfollow: 'Nicht mehr folgen',
  unfollowTitle: (name) => `${name} nicht mehr folgen`,
  block: 'Blockieren',
  blockTitle: (name) => `${name} blockieren`,
  unblock: 'Freigeben',
  unblockTitle: (name) => `${name} freigeben`,
  blocked: 'Blockiert',
  nowBlocked: (name) => `${name} ist blockiert und erfährt es nicht.`,
  blockedTitle: 'Blockierte Spieler',
  blockedText:
    'Du wirst nicht mit blockierten Spielern gepaart, ihr könnt euch nicht herausfordern und seht keine Sprüche und Emoji voneinander. Ein laufendes Match geht weiter. Blockierte erfahren es nicht und können wie alle deine Matches ansehen.',
  noBlocked: 'Du hast niemanden blockiert.',
  country: 'Land',
  countryShown: 'Neben deinem Namen',
  noCountry: 'Kein Land',
  countryHint: 'Freiwillig. Andere sehen es neben deinem Namen. Niemand prüft es.',
  complaint: {
    open: 'Spieler melden',
    title: (name) => `${name} melden`,
    about: 'Was ist passiert?',
    kinds: { name: 'Anstößiger Name', stalling: 'Hinhalten', engine: 'Engine benutzt' },
    hints: {
      name: 'Der Name beleidigt, oder er täuscht eine andere Person vor.',
      stalling: 'Die Uhr läuft, ohne dass weitergespielt oder aufgegeben wird.',
      engine: 'Die Züge sehen nach einem Programm aus. Der Betreiber vergleicht das ganze Match mit einem.',
    },
    text: (name) => `Deine Meldung geht mit diesem Match an den Betreiber. ${name} erfährt nichts davon.`,
    send: 'Meldung senden',
    sent: 'Deine Meldung ist gesendet.',
    tooMany: 'Mehr Meldungen kannst du an einem Tag nicht senden. Versuch es morgen wieder.',
  },
  loading: 'Die Liste wird geladen …',
};
