import type { Words } from '../chosen.ts';
import type { invite } from '../invite.ts';

export const texts: Words<typeof invite> = {
  title: 'Jemanden einladen',
  text: 'Erstelle einen Link und verschick ihn. Das Match beginnt, wenn dein Gast mitspielt, während du online bist.',
  textCorrespondence:
    'Erstelle einen Link und verschick ihn. Das Match beginnt, wenn dein Gast mitspielt, auch wenn du offline bist.',
  submit: 'Link erstellen',
  tooMany: 'Du hast zu viele offene Einladungen. Nimm einen ihrer Links oder warte: Jede bleibt eine Woche offen.',
  posted:
    'Dein Spiel steht 14 Tage lang allen offen. Du musst nicht warten: Spielt jemand mit, steht es bei deinen Matches.',
  link: 'Dein Link',
  copy: 'Kopieren',
  copied: 'Der Link ist kopiert.',
  share: 'Teilen',
  shareText: 'Spiel eine Partie Backgammon mit mir',
  waiting: 'Du kannst dieses Fenster schließen, aber bleib auf der Website, bis dein Gast kommt.',
  waitingCorrespondence: 'Du musst nicht warten: Das Match steht in deiner Liste, sobald dein Gast mitspielt.',
  page: 'Du bist zum Spielen eingeladen',
  from: (name) => `${name} möchte mit dir Backgammon spielen.`,
  otherRules: 'Besondere Regeln:',
  rules: {
    cube: { on: 'mit Dopplerwürfel', off: 'ohne Dopplerwürfel' },
    crawford: { on: 'mit Crawford-Regel', off: 'ohne Crawford-Regel' },
    jacoby: { on: 'mit Jacoby-Regel', off: 'ohne Jacoby-Regel' },
    beavers: { on: 'mit Beavern', off: 'ohne Beaver' },
  },
  join: 'Mitspielen',
  joining: 'Du kommst ins Match …',
  guest: 'Ohne Anmeldung: Du spielst als Gast.',
  gone: 'Diese Einladung gilt nicht mehr',
  goneText: 'Sie wurde schon benutzt oder zurückgezogen. Bitte um einen neuen Link, oder beginne ein anderes Spiel.',
  own: 'Das ist dein eigener Link. Schick ihn jemandem.',
  offline: 'Keine Verbindung. Die Einladung wird geladen, sobald du wieder online bist.',
  again: 'Noch einmal versuchen',
  home: 'Zur Startseite',
};
