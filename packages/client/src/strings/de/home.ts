import type { Catalogue } from '../catalogue.ts';
import { plural } from './forms.ts';

type Main = Catalogue['main'];

export const home: Main['home'] = {
  headline: 'Backgammon mit Würfeln, die niemand lenken kann',
  lead: 'Du, dein Gegenüber und der Server machen jeden Wurf gemeinsam, und dein Browser prüft ihn, sobald er fällt. Ohne Anmeldung: Spiel einfach los.',
  heroSeal: '3-1, in diesem Browser geprüft',
  playBot: 'Gegen den Bot spielen',
  starting: 'Das Brett wird aufgestellt …',
  change: 'Ändern',
  botTerms: (level, length, clock) =>
    `${level}, ${length}, ${clock === 'Keine Uhr' ? 'keine Uhr' : `Uhr: ${clock.toLowerCase()}`}`,
  botLevel: 'Wie gut der Bot spielt',
  botLevels: { beginner: 'Einsteiger', intermediate: 'Fortgeschritten', advanced: 'Stark', expert: 'Experte' },
  botStrength: (level, pr) => `${level} · PR ${pr}`,
  botStrengthHint:
    'PR ist, was die Züge verlieren: je weniger, desto stärker. Gemessen mit GNU Backgammon in 2 Plies an mehreren Hundert Zügen, also ungefähr richtig.',
  invite: 'Einladen',
  seek: 'Gegner finden',
  returnText: 'Du hast ein laufendes Match.',
  back: 'Zurück ans Brett',
  missed: 'Dein Match ist zu Ende gegangen, während du weg warst.',
  missedLink: 'Sieh, wie',
  seeks: 'Offene Spiele',
  seeksEmpty: 'Gerade wartet niemand. Mach den Anfang: Wer als Nächstes kommt, kann gegen dich spielen.',
  accept: 'Spielen',
  yourSeek: 'Dein offenes Spiel',
  withdraw: 'Zurückziehen',
  waiting: 'Warten auf einen Gegner. Lass diese Seite offen.',
  live: 'Gerade läuft',
  liveEmpty: 'Im Moment wird kein Match gespielt.',
  watch: 'Zusehen',
  liveVerified: (rolls) => plural(rolls, { one: '# Wurf geprüft', other: '# Würfe geprüft' }),
  liveHalted: 'Dieses Match hält der Prüfung nicht stand.',
  online: (count) => plural(count, { one: '# Person online', other: '# Personen online' }),
  listsLoading: 'Wer ist da? …',
  recent: 'Eben beendet',
  recentEmpty: 'Hier wurde noch kein Match beendet.',
  reviewOf: (one, other) => `${one} – ${other} nachspielen`,
  review: 'Nachspielen',
  listsOffline: 'Die Listen kommen mit der Verbindung zurück.',
  versus: (one, other) => `${one} – ${other}`,
  score: (one, other) => `${one}–${other}`,
};

export const proof: Main['proof'] = {
  title: 'Was du prüfen kannst',
  points: {
    dice: {
      title: 'Jeden Wurf',
      text: 'Beide Seiten und der Server legen sich vor dem ersten Wurf auf geheime Zahlen fest. Ein Wurf entsteht aus allen dreien, also kann ihn niemand bestimmen oder nachträglich ändern.',
    },
    key: {
      title: 'Jede Entscheidung',
      text: 'Züge und Doppelentscheidungen unterschreibt, wer sie trifft, zusammen mit allem, was vorher war. Niemand kann eine einschieben, weglassen oder ändern.',
    },
    seal: {
      title: 'Das ganze Match',
      text: 'Ein beendetes Match ist eine Datei. Mit dem offenen Prüfprogramm können alle seine Würfel, Züge und das Ergebnis prüfen, auch wenn es diesen Server nicht mehr gibt.',
    },
  },
  limits:
    'Es kann nicht beweisen, dass niemand eine Engine gefragt hat oder dass hinter zwei Namen zwei Menschen stecken.',
  link: 'Probier es: ein Protokoll prüfen',
};

export const seek: Main['seek'] = {
  title: 'Gegner finden',
  text: 'Dein Spiel steht dann auf der Startseite. Es beginnt, sobald jemand es annimmt.',
  submit: 'Mein Spiel anbieten',
};

export const invite: Main['invite'] = {
  title: 'Jemanden einladen',
  text: 'Mach einen Link und verschick ihn. Das Match beginnt, wenn er geöffnet wird, während du hier bist.',
  submit: 'Link machen',
  link: 'Dein Link',
  copy: 'Kopieren',
  copied: 'Der Link ist kopiert.',
  share: 'Teilen',
  shareText: 'Spiel eine Partie Backgammon mit mir',
  waiting: 'Warten auf deinen Gast. Lass diese Seite offen; dieses Fenster kannst du schließen.',
  page: 'Eine Einladung zum Spielen',
  from: (name) => `${name} möchte mit dir Backgammon spielen.`,
  join: 'Mitspielen',
  joining: 'Du nimmst Platz …',
  guest: 'Du spielst als Gast. Du musst nichts anmelden oder installieren.',
  gone: 'Diese Einladung gilt nicht mehr',
  goneText: 'Sie wurde schon benutzt oder zurückgezogen. Bitte um einen neuen Link, oder spiel etwas anderes.',
  own: 'Das ist dein eigener Link. Schick ihn jemandem.',
  offline: 'Die Einladung kommt mit der Verbindung.',
  again: 'Noch einmal versuchen',
  home: 'Zur Startseite',
};
