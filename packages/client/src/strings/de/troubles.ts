import type { Catalogue } from '../catalogue.ts';

/** Error texts by code. */
export const troubles: Catalogue['troubles'] = {
  'bad-frame': 'Der Dienst hat diese Seite nicht verstanden. Lade sie neu.',
  'unknown-type': 'Der Dienst kennt nicht, wonach diese Seite gefragt hat. Lade sie neu.',
  'identify-first':
    'Das braucht deinen Schlüssel, den diese Seite noch nicht nachgewiesen hat. Versuch es gleich noch einmal.',
  'already-identified': 'Diese Seite hat ihren Schlüssel schon nachgewiesen.',
  'bad-proof': 'Der Dienst nimmt den Nachweis deines Schlüssels nicht an.',
  'wrong-origin':
    'Dieser Server erwartet nicht, unter dieser Adresse erreicht zu werden. Sein Betreiber muss PUBLIC_URL setzen.',
  'bad-deletion': 'Der Dienst nimmt die Unterschrift deiner Anfrage nicht an.',
  'bad-key': 'Der Dienst nimmt diesen Schlüssel nicht an.',
  banned: 'Der Betreiber hat diesen Schlüssel oder diese Adresse gesperrt.',
  busy: 'Du bist in einem anderen Match. Bring es erst zu Ende.',
  'not-found': 'Das gibt es nicht mehr.',
  'not-now': 'Ein Match kann nur vor dem ersten Wurf verlassen werden. Gib stattdessen auf.',
  'not-your-seat':
    'Dieser Platz gehört einem anderen Schlüssel, oder du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht.',
  away: 'Der andere Spieler ist gerade abwesend.',
  'not-free': 'Der andere Spieler kann gerade kein Match beginnen.',
  'outside-range': 'Deine Wertung liegt nicht in dem Bereich, den dieser Spieler sucht.',
  'own-offer': 'Das ist dein eigenes Angebot. Jemand anderes muss es annehmen.',
  'bad-wish': 'Ein Match kann diese Einstellungen nicht haben.',
  'cool-down': 'Zu viele deiner Matches wurden vor dem Beginn abgesagt. Versuch es später noch einmal.',
  'too-many': 'Zu viele Anfragen. Warte einen Moment.',
  'bad-name': 'Dieser Name hat keine sichtbaren Zeichen. Wähl einen anderen.',
  'bad-jwk': 'Der Dienst nimmt diesen Schlüssel nicht für ein Konto an.',
  'has-account': 'Dieser Schlüssel hat schon ein Konto.',
  'link-expired': 'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordere einen neuen an.',
  'other-key': 'Dieser Link gehört zum Schlüssel eines anderen Browsers. Öffne ihn dort.',
  'mail-off': 'Dieser Server verschickt keine E-Mails.',
  'not-stored-yet': 'Das geht, sobald du einen Namen gewählt oder ein Match beendet hast.',
  'unknown-push-service': 'Dieser Server schickt keine Nachrichten an den Push-Dienst deines Browsers.',
  'too-many-mails':
    'Zu viele E-Mails an diese Adresse oder für diesen Schlüssel. Versuch es in einer Stunde noch einmal.',
  'no-puzzle': 'Für diesen Tag gibt es kein Rätsel.',
  'puzzle-closed': 'Nur das Rätsel von heute kann beantwortet werden.',
  'illegal-play': 'Das ist kein regelgerechter Zug dieses Wurfs.',
  'already-tried': 'Dieses Rätsel hast du schon beantwortet.',
  'puzzle-failed': 'Das Rätsel von heute ließ sich nicht erstellen.',
  'shutting-down': 'Der Dienst startet gleich neu. Matches gehen danach weiter.',
  internal: 'Im Dienst ist etwas schiefgegangen.',
  offline: 'Keine Verbindung zum Server.',
  'connection-lost': 'Die Verbindung ist abgerissen.',
  timeout: 'Der Server hat nicht geantwortet.',
  unproven:
    'Der Server hat seine Begrüßung nicht mit dem Schlüssel unterschrieben, den er zeigt. Darum unterschreibt diese Seite nichts für ihn.',
  'no-storage': 'Dieser Browser speichert nichts für diese Seite, also auch keinen Schlüssel.',
  'history-shorter':
    'Der Server zeigt einen Verlauf dieses Matches, dem Züge fehlen, die dieses Gerät schon unterschrieben hat.',
  'history-differs':
    'Der Server zeigt einen anderen Verlauf dieses Matches als den, in dem dieses Gerät unterschrieben hat.',
  'marked-otherwise': 'Dieses Gerät hat an dieser Stelle des Matches schon etwas anderes unterschrieben.',
  'other-header': 'Der Server zeigt dieses Match mit anderen Bedingungen als zuvor.',
  forked: 'Der Server zeigt zwei verschiedene Verläufe dieses Matches.',
  'wrong-end': 'Der Server meldet ein Ende, das sich aus den Zügen nicht ergibt.',
  'only-roll': 'Du hast hier schon gewürfelt. Nur derselbe Wurf kann noch einmal gesendet werden.',
  'bad-receipt': 'Der Server hat eine Quittung geschickt, die sein Schlüssel nicht unterschrieben hat.',
  'receipt-differs': 'Der Server hat einen anderen Verlauf dieses Matches unterschrieben als den, den er zeigt.',
  'dated-back':
    'Der Server datiert ein Ereignis vor einen Zeitpunkt, zu dem er unterschrieben hatte, dass es noch nicht existierte.',
  'gap-denied': 'Der Server behauptet, zu einer Zeit ausgefallen zu sein, zu der er eine Quittung unterschrieben hat.',
  'forfeit-unannounced':
    'Der Server hat das Match wegen Abwesenheit beendet, ohne den Spieler als abwesend gemeldet zu haben.',
  'forfeit-early': 'Der Server hat das Match beendet, bevor die Zeit des Spielers abgelaufen war.',
  'forfeit-seen':
    'Der Server hat das Match für dich verloren gegeben, obwohl er rechtzeitig unterschrieben hatte, dass er dein Ereignis hat.',
  'aborted-late': 'Der Server hat das Match nach dem ersten Wurf abgesagt; das darf er dann nicht mehr.',
  'aborted-unsigned':
    'Der Server hat das Match mit einer Erklärung abgesagt, die sein Schlüssel nicht unterschrieben hat.',
  'aborted-differs': 'Der Server hat einen anderen Verlauf dieses Matches abgesagt als den, den er gezeigt hat.',
  'aborted-roll': 'Das Match wurde abgesagt, nachdem du einen Wurf unterschrieben hattest.',
  'log-halted':
    'Das öffentliche Verzeichnis dieses Dienstes widerspricht sich, darum beginnt diese Seite hier kein Match.',
  'log-forked': 'Das öffentliche Verzeichnis des Dienstes zeigt zwei Listen von Ergebnissen, die nicht zusammenpassen.',
  'entry-differs': 'Der Eintrag dieses Matches im öffentlichen Verzeichnis des Dienstes weicht vom Protokoll ab.',
  overcharged: 'Die Uhr des Servers hat dir mindestens 30 Sekunden mehr berechnet, als dieses Gerät gemessen hat.',
  'not-asked': 'Dieses Gerät hat dieses Match nicht angefordert. Hast du es anderswo begonnen, mach dort weiter.',
  'other-server': 'Das Match nennt einen anderen Serverschlüssel als den, dem diese Seite vertraut.',
  'own-key-missing': 'Im Match steht an deinem Platz nicht dein Schlüssel.',
  'other-opponent': 'Das Match ist gegen einen anderen Gegner als vereinbart.',
  'other-length': 'Das Match hat eine andere Länge als vereinbart.',
  'other-rules': 'Das Match hat andere Regeln als vereinbart.',
  'other-clock': 'Das Match hat eine andere Uhr als vereinbart.',
  'other-dice': 'Das Match legt Anteile an den Würfeln im Voraus offen. Das war nicht vereinbart.',
  'other-absence': 'Das Match begrenzt nicht, wie lange jemand weg sein darf. Das war nicht vereinbart.',
  'rated-unasked': 'Das Match wird gewertet, obwohl du ein ungewertetes angefordert hast.',
  'page-fault':
    'Diese Seite hat einen Fehler und unterschreibt in diesem Match nichts mehr. Lade sie neu, um weiterzuspielen.',
  'key-form': 'Das ist kein gesicherter Anchor-Schlüssel.',
  'key-mismatch': 'Ein Zeichen dieses Schlüssels ist falsch: Seine Hälften passen nicht zueinander.',
};
