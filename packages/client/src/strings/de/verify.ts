import type { Words } from '../chosen.ts';
import { momentOf, number, plural } from '../forms.ts';
import type { verify } from '../verify.ts';

export const texts: Words<typeof verify> = {
  notes: {
    'service-custody': (name, isBot) =>
      isBot
        ? `${name} ist der Bot dieser Seite. Die Würfel beweisen daher nichts über Absprachen zwischen Bot und Server.`
        : `Der Dienst verwahrt den Schlüssel von ${name}. Die Würfel beweisen daher nichts über Absprachen zwischen dieser Person und dem Server.`,
    'dice-in-advance': (isKeyKept) =>
      `Würfel im Vertrauen auf den Dienst: Für die meisten Würfe lag der Anteil des Gegners im Voraus offen. Ein Spieler konnte daher manche Würfe zusammen mit dem Server vor einer Entscheidung über den Dopplerwürfel vorhersehen, und der Server konnte einen Wurf beim Eintreffen übergehen. ${isKeyKept ? 'Bei einem Spieler, dessen Schlüssel der Dienst verwahrt, konnte der Server das allein' : 'Allein konnte ihn keiner vorhersehen'}, und niemand konnte einen Wurf bestimmen.`,
    'time-ran-out': 'Nach den Zeitangaben im Protokoll war die Zeit auf der Verliererseite abgelaufen.',
    'time-left': 'Nach den Zeitangaben im Protokoll war auf der Verliererseite noch Zeit übrig.',
    'record-full': 'Das Protokoll war voll, deshalb hat verloren, wer am Zug war.',
    'not-claimed': 'Das Match wurde durch Abwesenheit verloren, aber der Gegner hatte den Sieg nicht beansprucht.',
    'claim-ignored': (name) =>
      `${name} hatte wegen einer Abwesenheit den Sieg beansprucht, und der Server hat das Match nicht beendet, als es so weit war.`,
    'absence-not-announced': 'Das Match wurde durch Abwesenheit verloren, aber der Server hat sie nicht gemeldet.',
    'absence-too-short': (passed, due) =>
      `Das Match wurde ${number(passed, 1)} s nach der Meldung der Abwesenheit oder der letzten Lücke verloren und nicht erst nach den vereinbarten ${number(due, 1)} s.`,
    refunds: (gaps, seconds) =>
      `Der Server hat ${plural(gaps, { one: '# Lücke', other: '# Lücken' })} von zusammen ${number(seconds, 1)} s vermerkt, die niemandem angerechnet wurden.`,
    late: (name, events, seconds) =>
      `${plural(events, { one: '# Ereignis', other: '# Ereignisse' })} von ${name} brauchten bis zum Server über ${number(seconds)} s länger als das schnellste, nach der eigenen Uhr gemessen.`,
    'quick-asides': (name, asides) =>
      `Während ${name} am Zug war, hat der Server ${plural(asides, { one: '# anderes Ereignis', other: '# andere Ereignisse' })} kurz nacheinander gespeichert, mehr als eines alle 2 s. Solche Ereignisse können eine Entscheidung fernhalten.`,
    'no-view': (name) =>
      `${name ?? 'Der Server'} hat keinen Stand des öffentlichen Verzeichnisses angegeben. Dieses Protokoll zeigt daher nicht, welchen Stand ${name === null ? 'der Server' : 'diese Person'} kannte.`,
    'views-unchecked': (least, most) =>
      `Die angegebenen Stände des öffentlichen Verzeichnisses haben ${number(least)} bis ${number(most)} Einträge. Nur das Verzeichnis selbst zeigt, dass sie zusammenpassen.`,
    'log-forked': (size) =>
      `Das öffentliche Verzeichnis hat zwei Stände mit ${number(size)} Einträgen und verschiedenem Inhalt unterschrieben: Die Beteiligten dieses Matches bekamen verschiedene Verzeichnisse zu sehen. Das Match selbst ist gültig.`,
  },
  title: 'Ein Match prüfen',
  lead: 'Dein Browser prüft die Datei mit demselben Modul, das der Server benutzt. Die Datei wird nirgendwohin geschickt.',
  choose: 'Protokoll wählen',
  drop: 'oder eine oder zwei Dateien hier ablegen',
  id: 'Kennung des Matches',
  idHint: 'Die Kennung eines Matches, das auf diesem Server beendet wurde.',
  fetch: 'Prüfen',
  recent: 'Das neueste Match verwenden',
  checking: 'Jedes Ereignis wird geprüft …',
  noModule: 'Das Prüfprogramm ließ sich nicht vom Server laden. Prüfe deine Verbindung und versuch es noch einmal.',
  noRecord: 'Zu dieser Kennung gibt es kein Protokoll.',
  noRecent: 'Noch keine beendeten Matches.',
  unreadable: 'Diese Datei ließ sich nicht als Protokoll lesen.',
  unreachable: 'Keine Verbindung zum Server. Eigene Dateien kannst du trotzdem prüfen.',
  unreadableFor: {
    'text-too-large': 'Sie ist größer als 10 MB, die Grenze für ein Protokoll.',
    'text-not-json': 'Sie ist kein JSON-Text in UTF-8. Sie ist eine andere Art von Datei oder beschädigt.',
    'text-lone-surrogate': 'Sie enthält ein halbes Zeichen, das Programme verschieden lesen.',
    'text-too-deep': 'Sie ist tiefer verschachtelt als jedes Protokoll.',
    'text-bad-number': 'Sie enthält eine Zahl, die Programme verschieden lesen: zu lang oder in ungewöhnlicher Form.',
    'text-duplicate-member':
      'Sie enthält eine Angabe zweimal, sodass zwei Leser zwei verschiedene Matches sehen könnten.',
  },
  otherFormat: 'Diese Version kann dieses Protokoll nicht prüfen.',
  otherFormatText: (format, known) =>
    `Das Protokoll hat das Format ${format}, und diese Version prüft nur ${known}. Nimm eine Version von Anchor, die ${format} kennt.`,
  valid: 'Dieses Protokoll ist in sich stimmig.',
  plainly: (rolls, score) =>
    `Die Schlüssel beider haben unterschrieben. ${plural(rolls, { one: 'Der eine Wurf folgt', other: 'Alle # Würfe folgen' })} aus dem, worauf sich alle drei Schlüssel festgelegt hatten.${score && ` Ergebnis ${score}.`}`,
  invalid: 'Dieses Protokoll hat die Prüfung nicht bestanden.',
  invalidAt: (event) =>
    event === null ? 'Der Fehler steckt im Protokoll als Ganzem.' : `Der erste Fehler steckt in Ereignis ${event}.`,
  result: (winner, score, reason) => `${winner} hat ${score} ${reason} gewonnen.`,
  wonEarly: (winner, reason, score) => `${winner} hat ${reason}${score && ` beim Stand von ${score}`} gewonnen.`,
  reasons: {
    points: 'nach Punkten',
    resign: 'durch Aufgabe',
    time: 'auf Zeit',
    abandonment: 'durch Spielabbruch',
  },
  file: (name) => `Datei: ${name}`,
  code: 'Fehlerkennung',
  checklist: 'Was geprüft wurde',
  checks: {
    form: ['Aufbau', 'Das Protokoll hat genau die Angaben des Formats, keine doppelt und keine unbekannt.'],
    header: ['Bedingungen', 'Die drei Schlüssel sind gültig und verschieden, und die Regeln passen zur Länge.'],
    events: ['Reihenfolge', 'Jedes Ereignis nennt den Hash des vorigen.'],
    signatures: [
      'Unterschriften',
      'Jede Entscheidung ist mit dem Schlüssel der Person unterschrieben, die sie getroffen hat.',
    ],
    dice: [
      'Würfel',
      'Jedes aufgedeckte Glied passt zu seiner Festlegung, und jeder Wurf folgt aus seinen drei Gliedern.',
    ],
    plays: ['Spiel', 'Jeder Zug, jede Doppelentscheidung und jede Aufgabe war regelgerecht.'],
    result: ['Ergebnis', 'Stand, Sieg und letzter Hash folgen aus den Ereignissen.'],
    closing: ['Abschluss', 'Der Server hat das Ende mit dem Schlüssel im Protokoll unterschrieben.'],
  },
  states: { passed: 'bestanden', failed: 'gescheitert', until: 'bis dahin bestanden', skipped: 'nicht erreicht' },
  server: 'Serverschlüssel',
  serverPinned: 'Diesen Schlüssel kennt dein Browser für diese Adresse.',
  serverFormer:
    'Das ist ein früherer Schlüssel dieses Servers. Er hat den jetzigen Schlüssel als Nachfolger unterschrieben.',
  serverOther:
    'Dein Browser kennt für diese Adresse einen anderen Schlüssel: Das Protokoll stammt von einem anderen Server oder aus einer anderen Zeit.',
  rolls: 'Jeder Wurf',
  rollsText: 'Öffne einen Wurf, um ihn nachzurechnen.',
  game: (game) => `Spiel ${game}`,
  roll: (roll) => `Wurf ${roll}`,
  origin: (link, commit) => `Glied ${link} der Kette, festgelegt in Ereignis ${commit}`,
  serverReveal: 'Der Server hat aufgedeckt',
  playerReveal: (name) => `${name} hat aufgedeckt`,
  message: 'Nachricht',
  digest: 'HMAC-SHA-256 davon, mit den drei aufgedeckten Gliedern als Schlüssel',
  dice: 'Würfel',
  bytes: (used) => `Bytes unter 252 ergeben Würfel: Byte mod 6 + 1. Hier benutzt: ${used}`,
  more: (count) => `${count} weitere zeigen`,
  saved: {
    keep: 'Für den Fall, dass es diesen Server nicht mehr gibt',
    keepText:
      'Das Prüfprogramm passt in eine Datei. Sie läuft von deiner eigenen Festplatte, kontaktiert keinen Server und prüft jedes Protokoll, das hier oder anderswo entstanden ist.',
    save: 'Prüfprogramm speichern',
    lead: 'Diese Datei prüft das Protokoll allein. Sie wurde nicht von einem Server geladen und kontaktiert keinen.',
    sameServer: 'Das ist der Schlüssel des Servers, von dem diese Datei gespeichert wurde.',
    otherServer:
      'Diese Datei wurde von einem Server mit einem anderen Schlüssel gespeichert: Das Protokoll ist von einem anderen Server oder aus einer anderen Zeit.',
    proofText:
      'Wähle den Nachweis des Matches (.tlog-proof) zusammen mit seinem Protokoll, dann prüft diese Datei auch den Platz des Matches im öffentlichen Verzeichnis. Eine Richtlinie (.txt) daneben nennt die Verzeichnisse und Zeugen, denen du vertraust.',
    noRecord:
      'Unter diesen Dateien ist kein Protokoll. Wähle das Protokoll des Matches (.json) zusammen mit seinem Nachweis.',
    placed: (origin, entry, size) =>
      `Eintrag ${number(entry)} im öffentlichen Verzeichnis ${origin}, das ${number(size)} Einträge hatte.`,
    witness: (name, time) => `${name} hat diesen Stand mit unterschrieben: ${momentOf(time)}.`,
    noWitness: 'Kein Zeuge hat diesen Stand des Verzeichnisses mit unterschrieben.',
    imported: 'Das Match war beendet, bevor das Verzeichnis angelegt wurde.',
    ownLog: 'Es ist das Verzeichnis des Servers, von dem diese Datei gespeichert wurde.',
    proofRefused: (code) =>
      `Der Nachweis zum öffentlichen Verzeichnis hat die Prüfung nicht bestanden (${code}). Über das Protokoll selbst sagt das nichts.`,
    noLogKey:
      'Diese Datei kennt keinen Schlüssel eines Verzeichnisses und hat den Nachweis deshalb nicht beurteilt. Wähle zusammen mit Protokoll und Nachweis eine Richtlinie (.txt), die das Verzeichnis nennt.',
    badPolicy: (code) => `Die Richtlinie ließ sich nicht lesen (${code}). Der Nachweis wurde deshalb nicht beurteilt.`,
  },
  limits: 'Was das nicht beweist',
  limitList: [
    'Dass niemand eine Engine benutzt hat.',
    'Dass überhaupt gespielt wurde, sofern du den Serverschlüssel oben nicht kennst: Eine Person mit drei Schlüsseln kann ein ganzes Match erfinden, die Würfel auch.',
    'Dass hinter zwei Schlüsseln zwei Menschen stecken: Wer die Schlüssel beider hat, bestimmt jeden Zug und das Ergebnis, die Würfel eines ehrlichen Servers aber nicht.',
    'Dass diese Seite ehrlich ist: Sie kam vom Server. Wenn dir das wichtig ist, lass das Prüfprogramm auf deinem eigenen Rechner laufen, aus einer Kopie von Anchor, die du anderswo bekommen hast: bg-record verify --server-key KEY FILE.',
  ],
  demo: 'Ein Byte ändern',
  demoText:
    'Ändere ein zufälliges Byte der Datei und prüfe noch einmal. Das Prüfprogramm bemerkt jede Änderung, die etwas bedeutet.',
  demoButton: 'Ein Byte ändern und prüfen',
  demoChanged: (at, from, to) => `Byte ${at}: Aus „${from}“ wurde „${to}“.`,
  demoCaught: 'Ertappt:',
  faultAt: (event, message) => `Ereignis ${event}: ${message}.`,
  demoHarmless: 'Dieses Byte betrifft nichts, was das Protokoll beweist.',
  compareText:
    'Zeigt ein Server zwei Leuten verschiedene Verläufe, dann zeigt der Vergleich ihrer Dateien, wer beide unterschrieben hat. Leg zwei Dateien ab, um sie zu vergleichen.',
  relations: {
    same: 'Die beiden Dateien zeigen dasselbe Match.',
    unrelated: 'Das sind zwei verschiedene Matches.',
    prefix: 'Eine Datei geht weiter, wo die andere endet. Sie widersprechen sich nicht.',
    fork: 'Die beiden Dateien widersprechen sich.',
    'not-verifiable': 'Eine der Dateien hat die Prüfung nicht bestanden, also beweist sie nichts.',
  },
  signedBoth: 'Haben beide Verläufe unterschrieben',
  eventsOf: (one, other) => `Ereignis ${one} der ersten und Ereignis ${other} der zweiten`,
  nobody: 'Es gibt keinen Beweis, dass jemand beide unterschrieben hat.',
  review: 'Rückblick auf dieses Match',
  another: 'Noch eins prüfen',
  evidence: {
    title: 'Belege auf diesem Gerät',
    text: 'In diesen Matches hat beim Spielen etwas die Prüfung nicht bestanden. Dein Browser hat gespeichert, was er empfangen hat, damit du es vorzeigen kannst.',
    what: (events) =>
      `${events.length === 1 ? 'Eine Mitschrift' : `${events.length} Mitschriften`}, ${events.join(' und ')} Ereignisse`,
    download: 'Herunterladen',
    unknown: 'Etwas hat die Prüfung nicht bestanden.',
    remove: 'Löschen',
    sure: 'Diesen Beleg löschen?',
    sureText: 'Das ist die einzige Kopie, wenn du ihn nicht heruntergeladen hast.',
    keep: 'Behalten',
    removeForGood: 'Löschen',
  },
};
