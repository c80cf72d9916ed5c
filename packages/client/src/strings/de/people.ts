import type { Catalogue } from '../catalogue.ts';

export const people: Catalogue['people'] = {
  title: 'Leute, die du kennst',
  follows: 'Du folgst',
  recent: 'Letzte Gegner',
  here: 'Gerade da',
  away: 'Nicht da',
  noneHere: 'Von ihnen ist gerade niemand da.',
  follow: 'Folgen',
  followTitle: (name) => `${name} folgen`,
  followText: 'Wem du folgst, steht auf der Startseite, und sie zeigt, ob die Person da ist. Sie erfährt es nicht.',
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
    'Du und ein blockierter Spieler werdet nicht gepaart, könnt einander nicht herausfordern und seht keine Reaktionen voneinander. Ein Match, das ihr gerade spielt, geht weiter. Blockierte erfahren es nicht. Deine Matches können sie weiter ansehen, wie alle.',
  noBlocked: 'Du blockierst niemanden. Der Knopf dafür ist auf der Seite eines Spielers und am Ende eines Matches.',
  country: 'Land',
  countryShown: 'Neben deinem Namen',
  noCountry: 'Kein Land',
  countryHint:
    'Du brauchst keines zu wählen. Andere sehen es in Listen, in Matches und auf deiner Seite. Der Dienst prüft die Angabe nicht.',
  loading: 'Die Liste wird geladen …',
};
