import type { Words } from '../chosen.ts';
import type { troubles } from '../troubles.ts';

/** Error texts of refused requests, by code. */
export const texts: Words<typeof troubles> = {
  'bad-frame': 'Der Server hat diese Seite nicht verstanden. Lade sie neu.',
  'unknown-type': 'Der Server kennt nicht, wonach diese Seite gefragt hat. Lade sie neu.',
  'identify-first':
    'Das braucht deinen Schlüssel, den diese Seite noch nicht nachgewiesen hat. Versuch es gleich noch einmal.',
  'already-identified': 'Diese Seite hat ihren Schlüssel schon nachgewiesen.',
  'bad-proof': 'Der Server nimmt den Nachweis deines Schlüssels nicht an.',
  'wrong-origin':
    'Dieser Server erwartet nicht, unter dieser Adresse erreicht zu werden. Sein Betreiber muss PUBLIC_URL setzen.',
  'bad-deletion': 'Der Server nimmt die Unterschrift deiner Anfrage nicht an.',
  'bad-key': 'Der Server nimmt diesen Schlüssel nicht an.',
  banned: 'Der Betreiber hat diesen Schlüssel oder diese Adresse gesperrt.',
  busy: 'Du bist in einem anderen Match. Bring es erst zu Ende.',
  'not-found': 'Das gibt es nicht mehr.',
  'not-now': 'Ein Match kann nur vor dem ersten Wurf verlassen werden. Gib stattdessen auf.',
  'not-your-seat':
    'Dieser Platz gehört einem anderen Schlüssel, oder du hast in einem anderen Tab oder auf einem anderen Gerät weitergemacht.',
  away: 'Der andere Spieler ist gerade nicht online.',
  'not-free': 'Der andere Spieler kann gerade kein Match beginnen.',
  'outside-range': 'Dieser Spieler sucht einen anderen Wertungsbereich.',
  'own-offer': 'Das ist dein eigenes Angebot. Jemand anderes muss es annehmen.',
  'bad-terms': 'Ein Match kann diese Einstellungen nicht haben.',
  'cool-down': 'Du hast zu viele Matches abgebrochen. Versuch es später noch einmal.',
  'too-many': 'Zu viele Anfragen. Warte einen Moment.',
  'bad-name': 'Dieser Name hat keine sichtbaren Zeichen. Wähl einen anderen.',
  'name-taken':
    'Dieser Name oder ein ähnlicher ist vergeben. Wähl einen anderen, oder melde dich an, wenn es dein Konto ist.',
  'bad-country': 'Dieses Land kennen wir nicht.',
  'bad-jwk': 'Der Server nimmt diesen Schlüssel nicht für ein Konto an.',
  'has-account': 'Dieser Schlüssel hat schon ein Konto.',
  'no-account': 'Der Schlüssel in diesem Browser hat kein Konto.',
  'link-expired': 'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordere einen neuen an.',
  'other-key': 'Dieser Link gehört zum Schlüssel eines anderen Browsers. Öffne ihn dort.',
  'bad-code': 'Das ist nicht der Code aus unserer neuesten E-Mail, oder er ist abgelaufen.',
  'too-many-codes': 'Zu viele Versuche. Nimm den Link in der E-Mail, oder versuch es in 30 Minuten noch einmal.',
  'mail-off': 'Dieser Server verschickt keine E-Mails.',
  'not-stored-yet': 'Wähl zuerst einen Namen oder beende ein Match.',
  'too-many-watchers': 'Aus deinem Netz schauen diesem Match schon zu viele zu.',
  'not-a-person': 'Dein Gegner ist ein Bot.',
  'list-full': 'Deine Liste ist voll. Entferne zuerst einen Spieler.',
  'unknown-push-service': 'Dieser Server schickt keine Nachrichten an den Push-Dienst deines Browsers.',
  'too-many-mails':
    'Zu viele E-Mails an diese Adresse oder für diesen Schlüssel. Versuch es in einer Stunde noch einmal.',
  'no-puzzle': 'Für diesen Tag gibt es kein Rätsel.',
  'puzzle-closed': 'Nur das Rätsel von heute kann beantwortet werden.',
  'illegal-play': 'Das ist kein regelgerechter Zug.',
  'already-tried': 'Dieses Rätsel hast du schon beantwortet.',
  'puzzle-failed': 'Das Rätsel von heute ließ sich nicht erstellen.',
  'lobby-away': 'Andere Spieler sind im Moment nicht erreichbar. Versuche es in ein paar Sekunden noch einmal.',
  'shutting-down': 'Der Server startet gleich neu. Matches gehen danach weiter.',
  'database-unavailable':
    'Der Server erreicht seine Datenbank gerade nicht. Versuch es in ein paar Sekunden noch einmal.',
  internal: 'Auf dem Server ist etwas schiefgegangen.',
  offline: 'Keine Verbindung zum Server.',
  'connection-lost': 'Die Verbindung ist abgerissen.',
  timeout: 'Der Server hat nicht geantwortet.',
  'not-understood': 'Diese Seite versteht die Antwort des Servers nicht. Lade sie neu.',
  unproven:
    'Der Server hat seine Begrüßung nicht mit dem Schlüssel unterschrieben, den er zeigt. Darum unterschreibt diese Seite nichts für ihn.',
  'no-storage': 'Dein Browser speichert keine Daten für diese Website, also auch keinen Schlüssel.',
  'log-halted':
    'Das öffentliche Verzeichnis dieses Servers widerspricht sich, darum kannst du hier kein Match beginnen.',
};
