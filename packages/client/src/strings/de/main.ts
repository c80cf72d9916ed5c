import type { Catalogue } from '../catalogue.ts';
import { momentOf } from './forms.ts';
import { home, invite, proof, seek } from './home.ts';
import { keys, settings } from './own.ts';

/** The frame, the connection and the small pages. */
export const main: Catalogue['main'] = {
  app: {
    name: 'Anchor',
    title: 'Anchor · Backgammon, das du prüfen kannst',
    skip: 'Zum Inhalt springen',
    home: 'Anchor, zur Startseite',
    nav: 'Hauptmenü',
    play: 'Spielen',
    puzzle: 'Aufgabe',
    leaderboard: 'Rangliste',
    fairness: 'Würfel',
    verify: 'Prüfen',
    volunteers: 'Mithelfen',
    account: 'Konto',
    more: 'Weitere Seiten',
    settings: 'Einstellungen',
    key: 'Dein Schlüssel',
    loading: 'Einen Moment …',
    notLoaded: 'Ein Teil der Seite ließ sich nicht laden. Prüfe deine Verbindung und lade neu.',
    notLoadedTitle: 'Diese Seite ließ sich nicht laden',
    broken: 'Diese Seite hat einen Fehler',
    brokenText: 'Er liegt bei uns, nicht bei dir. Ein Match geht nach dem Neuladen weiter, wo es war.',
    reload: 'Neu laden',
    notCopied: 'Der Browser gibt die Zwischenablage nicht frei. Markiere den Text und kopiere ihn.',
    newRelease: 'Eine neuere Fassung dieser Seite ist da. Lade neu, wenn es dir passt.',
    dismiss: 'Ausblenden',
    close: 'Schließen',
    cancel: 'Abbrechen',
  },
  footer: {
    line: 'Würfel, die niemand lenken kann. Protokolle, die alle prüfen können.',
    verify: 'Ein Match prüfen',
    fairness: 'Würfelstatistik',
    leaderboard: 'Rangliste',
    volunteers: 'Mithelfen',
    settings: 'Einstellungen',
    key: 'Dein Schlüssel',
    account: 'Konto',
    privacy: 'Datenschutz',
    terms: 'Bedingungen',
  },
  connection: {
    online: 'Verbunden',
    connecting: 'Verbindung wird aufgebaut …',
    offline: 'Keine Verbindung. Es wird von selbst weiter versucht.',
    superseded: 'Anderswo geöffnet',
    supersededText:
      'Du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht, darum sieht diese Seite nur zu.',
    useHere: 'Hier weitermachen',
    banned: 'Gesperrt',
    bannedUntil: {
      key: (until) =>
        `Der Betreiber hat deinen Schlüssel bis ${momentOf(until)} gesperrt. So lange kann er hier nicht spielen.`,
      address: (until) =>
        `Der Betreiber hat die Adresse, von der du kommst, bis ${momentOf(until)} gesperrt. So lange kann von dort niemand hier spielen.`,
    },
    bannedForGood: {
      key: 'Der Betreiber hat deinen Schlüssel auf Dauer gesperrt. Er kann hier nicht mehr spielen.',
      address:
        'Der Betreiber hat die Adresse, von der du kommst, auf Dauer gesperrt. Von dort kann niemand hier spielen.',
    },
    banReason: 'Als Grund ist angegeben:',
    tryAgain: 'Noch einmal versuchen',
    'wrong-address': 'Nicht die Adresse dieses Servers',
    wrongAddressText: (origin) =>
      `Der Server, der hier antwortet, erwartet nicht, unter ${origin} erreicht zu werden. Für ihn wird nichts unterschrieben, darum kann hier niemand spielen.`,
    wrongAddressVisitor:
      'Falls dich jemand auf diese Adresse geschickt hat, gib hier nichts ein: Geh zu der Adresse, unter der du den Dienst kennst.',
    wrongAddressOperator:
      'Falls du diesen Server betreibst, setze PUBLIC_URL auf die Adresse, die Browser benutzen (oder ergänze sie in ORIGINS), und starte ihn neu:',
    expectedAt: 'Wo der Server erreicht werden will',
    unproven: 'Der Server hat seinen Schlüssel nicht bewiesen',
    unprovenText:
      'Was hier antwortet, zeigt einen Serverschlüssel und hat seine Begrüßung nicht damit unterschrieben. Dafür wird nichts unterschrieben.',
    'wrong-server': 'Unbekannter Serverschlüssel',
    wrongServerText:
      'Diese Adresse hat bisher einen anderen Serverschlüssel gezeigt. Vielleicht antwortet hier jemand anderes, oder der Betreiber hat den alten Schlüssel verloren. Bis du entscheidest, wird nichts unterschrieben.',
    knownKey: 'Bekannter Schlüssel',
    shownKey: 'Jetzt gezeigt',
    trust: 'Dem neuen Schlüssel vertrauen',
    trustWarning: 'Vertrau ihm nur, wenn der Betreiber einen neuen Schlüssel angekündigt hat.',
    keyChanged:
      'Dieser Server hat einen neuen Schlüssel. Der bisherige, den dein Browser kannte, hat ihn unterschrieben; du musst nichts tun. Der neue:',
  },
  player: {
    you: 'Du',
    guest: 'Gast',
    name: 'Dein Name',
    nameHint: 'Höchstens 24 Zeichen. Alle, die gegen dich spielen, sehen ihn; es darf ihn mehrmals geben.',
    save: 'Speichern',
    saved: 'Dein Name ist gespeichert.',
    change: 'Deinen Namen ändern',
    page: 'Deine Seite',
    rating: (rating, provisional) => `${Math.round(rating)}${provisional ? '?' : ''}`,
    noAccount: 'Du spielst als Gast. Dein Schlüssel liegt nur in diesem Browser.',
    bot: 'Bot',
  },
  terms: {
    length: 'Länge',
    points: (length) => (length === 0 ? 'Geldspiel' : length === 1 ? '1 Punkt' : `${length} Punkte`),
    short: (length) => (length === 0 ? 'Geld' : String(length)),
    money: 'Geldspiel: ein Spiel mit Dopplerwürfel, Jacoby-Regel und Beavern.',
    clock: 'Uhr',
    clocks: { none: 'Keine Uhr', fast: 'Schnell', normal: 'Normal', slow: 'Langsam' },
    clockTags: { none: 'Keine Uhr', fast: 'Schnelle Uhr', normal: 'Normale Uhr', slow: 'Langsame Uhr' },
    clockHints: {
      none: 'Lass dir Zeit. Ein Zug darf bis zu einem Tag dauern.',
      fast: '8 Sekunden je Zug, dazu 1 Minute je Punkt als Reserve.',
      normal: '12 Sekunden je Zug, dazu 2 Minuten je Punkt als Reserve.',
      slow: '15 Sekunden je Zug, dazu 3 Minuten je Punkt als Reserve.',
    },
    rated: 'Gewertet',
    ratedHint: 'Zählt für beide Wertungen.',
    unrated: 'Ungewertet',
  },
  home,
  proof,
  seek,
  invite,
  match: {
    title: 'Match',
    loading: 'Das Match wird geholt …',
    failed: 'Das Match ließ sich gerade nicht holen.',
    again: 'Noch einmal versuchen',
    missing: 'Dieses Match gibt es nicht',
    missingText: 'Vielleicht wurde es vor dem ersten Wurf abgebrochen. Von solchen Matches bleibt kein Protokoll.',
    unreadable: 'Die Bedingungen dieses Matches sind nicht lesbar',
    unreadableText: 'Der Server hat etwas geschickt, das diese Seite nicht annimmt, darum spielt sie hier nicht mit.',
    offline: 'Das Match kommt mit der Verbindung zurück.',
    unprovenText:
      'Hier wird nichts gezeigt und nichts unterschrieben, bis sich der Server unter dieser Adresse ausweist. Oben steht mehr dazu.',
    wrongServer: 'Dieses Match wartet auf deine Entscheidung',
    wrongServerText:
      'Der Server zeigt einen anderen Schlüssel als den, den dein Browser kennt. Darum wird das Match weder gezeigt noch unterschrieben. Vertrau oben dem neuen Schlüssel, oder schließ diese Seite.',
    banned: 'Du bist hier gesperrt',
    bannedText:
      'In einem Match, das noch läuft, giltst du als abwesend: Du verlierst es, wenn es zu lange auf dich gewartet hat. Beendete Matches kannst du weiter prüfen.',
    superseded: 'Dieses Match ist anderswo geöffnet',
    supersededText:
      'Du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht. Um hier weiterzuspielen, drück oben „Hier weitermachen“.',
    yourTurn: (names) => `● Du bist dran · ${names}`,
    turnMessageTitle: 'Du bist dran',
    turnMessage: (opponent) => `${opponent} wartet auf dich.`,
    shortAbsence: (seconds) => `Auf diesem Server verlieren ${seconds} s Abwesenheit dieses Match.`,
    unrated: 'Du wolltest ein gewertetes Match. Dieses zählt nicht für die Wertungen.',
    home: 'Zur Startseite',
  },
  notFound: {
    title: 'Auf diesem Feld steht nichts',
    text: 'Die Adresse führt nirgendwohin. Vielleicht hat sie einen Tippfehler.',
    home: 'Zur Startseite',
  },
  settings,
  keys,
};
