import type { Catalogue } from '../catalogue.ts';

export const invite: Catalogue['invite'] = {
  title: 'Jemanden einladen',
  text: 'Erstelle einen Link und verschick ihn. Das Match beginnt, wenn er geöffnet wird, während du auf dieser Website bist.',
  textByTurns:
    'Erstelle einen Link und verschick ihn. Das Match beginnt, wenn er geöffnet wird, auch wenn du weg bist.',
  submit: 'Link erstellen',
  tooMany: 'Du hast zu viele offene Einladungen. Nimm einen ihrer Links oder warte: Jede bleibt eine Woche offen.',
  link: 'Dein Link',
  copy: 'Kopieren',
  copied: 'Der Link ist kopiert.',
  share: 'Teilen',
  shareText: 'Spiel eine Partie Backgammon mit mir',
  waiting: 'Bleib auf dieser Website, bis dein Gast kommt. Dieses Fenster kannst du schließen.',
  waitingByTurns: 'Du musst nicht bleiben: Das Match steht in deiner Liste, sobald dein Gast den Link geöffnet hat.',
  page: 'Eine Einladung zum Spielen',
  from: (name) => `${name} möchte mit dir Backgammon spielen.`,
  join: 'Mitspielen',
  joining: 'Du kommst ins Match …',
  guest: 'Du spielst als Gast. Du musst nichts anmelden oder installieren.',
  gone: 'Diese Einladung gilt nicht mehr',
  goneText: 'Sie wurde schon benutzt oder zurückgezogen. Bitte um einen neuen Link, oder beginne ein anderes Spiel.',
  own: 'Das ist dein eigener Link. Schick ihn jemandem.',
  offline: 'Keine Verbindung. Die Einladung wird geladen, sobald du wieder online bist.',
  again: 'Noch einmal versuchen',
  home: 'Zur Startseite',
};
