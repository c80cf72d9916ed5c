import type { Words } from '../chosen.ts';
import type { faults } from '../faults.ts';

export const texts: Words<typeof faults> = {
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
  'forfeit-unclaimed':
    'Der Server hat das Match wegen Abwesenheit beendet, obwohl der Gegner den Sieg nicht beansprucht hatte.',
  'event-denied':
    'Der Server hat unterschrieben, dass er dein Ereignis nicht angenommen hat, obwohl die Regeln es dort erlauben.',
  'event-missing':
    'Der Server hat unterschrieben, dass dein Ereignis gespeichert ist, aber im Verlauf des Matches fehlt es.',
  'event-voided': 'Der Server hat dein Ereignis für ungültig erklärt, obwohl die Regeln es dort erlauben.',
  'aborted-late': 'Der Server hat das Match nach dem ersten Wurf abgebrochen; das darf er dann nicht mehr.',
  'aborted-unsigned':
    'Der Server hat das Match mit einer Erklärung abgebrochen, die sein Schlüssel nicht unterschrieben hat.',
  'aborted-differs': 'Der Server hat einen anderen Verlauf dieses Matches abgebrochen als den, den er gezeigt hat.',
  'aborted-roll': 'Das Match wurde abgebrochen, nachdem du einen Wurf unterschrieben hattest.',
  'log-forked': 'Das öffentliche Verzeichnis des Servers zeigt zwei Listen von Ergebnissen, die nicht zusammenpassen.',
  'entry-differs': 'Der Eintrag dieses Matches im öffentlichen Verzeichnis des Servers weicht vom Protokoll ab.',
  overcharged: 'Die Uhr des Servers hat dir mindestens 30 Sekunden mehr berechnet, als dieses Gerät gemessen hat.',
  displaced:
    'Deiner Entscheidung sind mindestens dreimal andere Ereignisse zuvorgekommen, sodass sie jedes Mal neu unterschrieben werden musste.',
  refunded:
    'Der Server hat Lücken von mehr als 60 Sekunden vermerkt, in denen keine Uhr lief, obwohl diese Seite durchgehend verbunden war.',
  silent: 'Der Server antwortet nicht auf das, was du unterschrieben hast.',
  'too-many-voids': 'Der Server hat in diesem Match zu viele deiner Ereignisse abgelehnt.',
  replaced: 'Du hast auf einem anderen Gerät weitergespielt.',
  'not-asked': 'Dieses Gerät hat dieses Match nicht angefordert. Hast du es anderswo begonnen, mach dort weiter.',
  'other-server': 'Das Match nennt einen anderen Serverschlüssel als den, dem diese Seite vertraut.',
  'own-key-missing': 'Im Match steht an deinem Platz nicht dein Schlüssel.',
  'other-opponent': 'Das Match ist gegen einen anderen Gegner als vereinbart.',
  'other-length': 'Das Match hat eine andere Länge als vereinbart.',
  'other-rules': 'Das Match hat andere Regeln als vereinbart.',
  'other-clock': 'Das Match hat eine andere Uhr als vereinbart.',
  'no-clock': 'Das Match hat keine Uhr, also könnte dich ein untätiger Gegner für immer aufhalten.',
  'other-dice': 'Das Match legt Anteile an den Würfeln im Voraus offen. Das war nicht vereinbart.',
  'other-first-chain': 'Das Match enthält eine Festlegung der Würfel, die nicht von diesem Browser stammt.',
  'other-absence': 'Wie lange jemand weg sein darf, ist im Match anders als vereinbart oder kürzer als 2 Minuten.',
  'other-session': 'Das Spiel setzt die Sitzung nicht so fort, wie sie steht.',
  'rated-unasked': 'Das Match wird gewertet, obwohl du ein ungewertetes angefordert hast.',
  'page-fault': 'Auf dieser Seite ist etwas schiefgegangen. Lade sie neu, um weiterzuspielen.',
  'key-form': 'Das ist kein gesicherter Anchor-Schlüssel.',
  'key-mismatch': 'Ein Zeichen dieses Schlüssels ist falsch: Seine Hälften passen nicht zueinander.',
};
