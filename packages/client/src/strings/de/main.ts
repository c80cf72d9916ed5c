import type { Catalogue } from '../catalogue.ts';
import { momentOf, number, plural } from './forms.ts';
import { home, invite, pairing, proof } from './home.ts';
import { keys } from './own.ts';

/** Texts of the page frame, the connection and the small pages. */
export const main: Catalogue['main'] = {
  app: {
    name: 'Anchor',
    title: 'Anchor · Backgammon, das du prüfen kannst',
    skip: 'Zum Inhalt springen',
    home: 'Anchor, zur Startseite gehen',
    nav: 'Hauptmenü',
    play: 'Spielen',
    puzzle: 'Rätsel',
    leaderboard: 'Rangliste',
    fairness: 'Würfel',
    verify: 'Prüfen',
    rules: 'Regeln',
    volunteers: 'Mithelfen',
    account: 'Konto',
    signIn: 'Anmelden',
    more: 'Weitere Seiten',
    invitations: (count) => plural(count, { one: '# Einladung', other: '# Einladungen' }),
    settings: 'Einstellungen',
    key: 'Dein Schlüssel',
    loading: 'Wird geladen …',
    notLoaded: 'Ein Teil der Seite ließ sich nicht laden. Prüfe deine Verbindung und lade neu.',
    notLoadedTitle: 'Diese Seite ließ sich nicht laden',
    broken: 'Auf dieser Seite ist ein Fehler aufgetreten',
    brokenText: 'Der Fehler liegt bei uns, nicht bei dir. Lade die Seite neu: Ein Match geht dort weiter, wo es war.',
    reload: 'Neu laden',
    notCopied: 'Der Browser erlaubt das Kopieren nicht. Markiere den Text und kopiere ihn selbst.',
    newRelease: 'Eine neue Version dieser Seite ist verfügbar. Lade sie neu, wenn es dir passt.',
    dismiss: 'Ausblenden',
    close: 'Schließen',
    cancel: 'Abbrechen',
  },
  footer: {
    line: 'Würfel, die niemand manipulieren kann. Protokolle, die alle prüfen können.',
    verify: 'Ein Match prüfen',
    fairness: 'Würfelstatistik',
    lesson: 'Spielen lernen',
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
    offline: 'Keine Verbindung. Wird neu verbunden …',
    superseded: 'Anderswo geöffnet',
    supersededText:
      'Anchor ist in einem anderen Tab oder auf einem anderen Gerät geöffnet. In diesem Tab kannst du nur zusehen.',
    useHere: 'Hier weitermachen',
    banned: 'Gesperrt',
    bannedUntil: {
      key: (until) =>
        `Der Betreiber hat deinen Schlüssel bis ${momentOf(until)} gesperrt. So lange kann er hier nicht spielen.`,
      address: (until) =>
        `Der Betreiber hat deine Netzwerkadresse bis ${momentOf(until)} gesperrt. So lange kann von dort niemand spielen.`,
    },
    bannedForGood: {
      key: 'Der Betreiber hat deinen Schlüssel dauerhaft gesperrt. Er kann hier nicht mehr spielen.',
      address: 'Der Betreiber hat deine Netzwerkadresse dauerhaft gesperrt. Von dort kann niemand spielen.',
    },
    banReason: 'Angegebener Grund:',
    tryAgain: 'Noch einmal versuchen',
    'wrong-address': 'Nicht die Adresse dieses Servers',
    wrongAddressText: (origin) =>
      `Der Server, der hier antwortet, erwartet nicht, unter ${origin} erreicht zu werden. Diese Seite unterschreibt nichts für ihn, darum kann hier niemand spielen.`,
    wrongAddressVisitor:
      'Falls dich jemand auf diese Adresse geschickt hat, gib hier nichts ein. Geh zu der Adresse, die du sonst benutzt.',
    wrongAddressOperator:
      'Falls du diesen Server betreibst, setze PUBLIC_URL auf die Adresse, die Browser benutzen (oder ergänze sie in ORIGINS), und starte ihn neu:',
    expectedAt: 'Adresse, unter der der Server erreicht werden will',
    unproven: 'Der Server hat seinen Schlüssel nicht nachgewiesen',
    unprovenText:
      'Der Server zeigt einen Schlüssel, hat seine Begrüßung aber nicht damit unterschrieben. Diese Seite unterschreibt nichts für ihn.',
    'wrong-server': 'Unbekannter Serverschlüssel',
    wrongServerText:
      'Diese Adresse hat bisher einen anderen Serverschlüssel gezeigt. Vielleicht antwortet hier jemand anderes, oder der Betreiber hat den alten Schlüssel verloren. Bis du entscheidest, unterschreibt diese Seite nichts.',
    knownKey: 'Bekannter Schlüssel',
    shownKey: 'Jetzt gezeigt',
    logHalted:
      'Das öffentliche Verzeichnis dieses Dienstes widerspricht sich. Diese Seite beginnt hier kein Match; ein laufendes kann zu Ende gespielt werden.',
    logEvidence: 'Der Beweis steht auf der Seite „Prüfen“.',
    logLift: 'Trotzdem hier spielen',
    trust: 'Dem neuen Schlüssel vertrauen',
    trustWarning: 'Vertrau ihm nur, wenn der Betreiber einen neuen Schlüssel angekündigt hat.',
    keyChanged:
      'Dieser Server hat einen neuen Schlüssel. Er ist mit dem Schlüssel unterschrieben, den dein Browser kannte. Du musst nichts tun. Der neue Schlüssel:',
  },
  player: {
    you: 'Du',
    guest: 'Gast',
    name: 'Dein Name',
    nameHint: 'Höchstens 24 Zeichen. Deine Gegner sehen ihn. Andere dürfen denselben Namen haben.',
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
      fast: '8 Sekunden je Zug, dazu 1 Minute je Punkt als Reserve (3 Minuten im Geldspiel).',
      normal: '12 Sekunden je Zug, dazu 2 Minuten je Punkt als Reserve (6 Minuten im Geldspiel).',
      slow: '15 Sekunden je Zug, dazu 3 Minuten je Punkt als Reserve (9 Minuten im Geldspiel).',
    },
    rated: 'Gewertet',
    ratedHint: 'Zählt für beide Wertungen.',
    unrated: 'Ungewertet',
    range: (least, most) => `Wertung ${number(least)}–${number(most)}`,
  },
  home,
  proof,
  pairing,
  invite,
  match: {
    title: 'Match',
    loading: 'Das Match wird geladen …',
    failed: 'Das Match ließ sich nicht laden.',
    again: 'Noch einmal versuchen',
    missing: 'Match nicht gefunden',
    missingText: 'Vielleicht wurde es vor dem ersten Wurf abgesagt. Von solchen Matches bleibt kein Protokoll.',
    unreadable: 'Die Bedingungen dieses Matches sind nicht lesbar',
    unreadableText:
      'Der Server hat Bedingungen geschickt, die diese Seite nicht annimmt. Darum nimmt sie an diesem Match nicht teil.',
    otherFormat: 'Diese Version kann das Protokoll dieses Matches nicht prüfen',
    otherFormatText: (format, known) =>
      `Das Protokoll hat das Format ${format}. Diese Version kennt nur ${known}. Darum zeigt sie nichts von dem Match und sagt nichts darüber, weder Gutes noch Schlechtes. Der Server hat das Protokoll noch so, wie es gespeichert wurde.`,
    downloadStored: 'Das gespeicherte Protokoll herunterladen',
    offline: 'Keine Verbindung. Das Match wird geladen, sobald du wieder online bist.',
    unprovenText:
      'Diese Seite zeigt und unterschreibt nichts, bis der Server seinen Schlüssel nachweist. Sieh dir den Hinweis oben an.',
    wrongServer: 'Dieses Match wartet auf deine Entscheidung',
    wrongServerText:
      'Der Server zeigt einen anderen Schlüssel als den, den dein Browser kennt. Darum wird das Match hier weder gezeigt noch unterschrieben. Vertrau oben dem neuen Schlüssel, oder schließ diese Seite.',
    banned: 'Du bist hier gesperrt',
    bannedText:
      'In einem laufenden Match giltst du als abwesend und verlierst es, wenn du zu lange weg bist. Beendete Matches kannst du weiterhin prüfen.',
    superseded: 'Dieses Match ist anderswo geöffnet',
    supersededText:
      'Du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht. Um hier weiterzuspielen, drück oben „Hier weitermachen“.',
    yourTurn: (names) => `● Du bist dran · ${names}`,
    turnMessageTitle: 'Du bist dran',
    turnMessage: (opponent) => `${opponent} wartet auf dich.`,
    shortAbsence: (seconds) => `Auf diesem Server verlierst du dieses Match nach ${seconds} s Abwesenheit.`,
    unrated: 'Du wolltest ein gewertetes Match. Dieses zählt nicht für die Wertungen.',
    home: 'Zur Startseite',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht enthält sie einen Tippfehler.',
    home: 'Zur Startseite',
  },
  keys,
};
