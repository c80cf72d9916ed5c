import type { Catalogue } from '../catalogue.ts';

export const account: Catalogue['account'] = {
  title: 'Konto',
  lead: 'Zum Spielen brauchst du kein Konto. Mit einem Konto bist du in jedem Browser dieselbe Person und behältst deine Wertung, wenn du einen Browser verlierst.',
  guest: 'Du spielst als Gast: Dein Schlüssel liegt nur in diesem Browser.',
  signedIn: (name) => `Du bist als ${name} angemeldet.`,
  cutOff: 'Keine Verbindung zum Server. Diese Seite funktioniert wieder, sobald du online bist.',
  email: 'E-Mail-Adresse',
  emailHint: 'Nur für die Links, die du hier anforderst.',
  register: 'Konto anlegen',
  registerText: 'Dein Schlüssel, deine Wertung und deine Matches bleiben, wie sie sind.',
  custody:
    'Der Dienst behält dann eine Kopie deines Schlüssels, damit er ihn dir in einem anderen Browser geben kann. Die Protokolle deiner Matches vermerken von da an, dass der Dienst den Schlüssel hatte, auch wenn du das Konto wieder löschst.',
  username: 'Dein Name',
  registerSubmit: 'Link zuschicken',
  registerMailed:
    'Sieh in deinem Postfach nach. Öffne den Link in unserer E-Mail innerhalb von 30 Minuten in diesem Browser.',
  mailed:
    'Sieh in deinem Postfach nach. Falls es zu dieser Adresse ein Konto gibt, haben wir gerade eben oder in den letzten 20 Minuten einen Link geschickt. Öffne ihn innerhalb von 30 Minuten. An eine Adresse gehen höchstens fünf E-Mails in der Stunde und zehn am Tag. Kommt keine, öffne „Never again“ in einer früheren E-Mail; auf der Seite dahinter steht „Allow such mails again“.',
  logged:
    'Dieser Server verschickt keine E-Mails. Er schreibt jede E-Mail samt Link in sein Logbuch, das der Betreiber lesen kann.',
  signIn: 'Anmelden',
  signInText:
    'Du bekommst einen Link per E-Mail, ein Passwort gibt es nicht. Öffne ihn in dem Browser, in dem du spielen willst.',
  signInSubmit: 'Anmeldelink zuschicken',
  signOut: 'Abmelden',
  signOutText:
    'Entfernt den Schlüssel des Kontos aus diesem Browser. Dein Konto, deine Wertung und deine Matches bleiben. Mit einem neuen Anmeldelink kommst du zurück.',
  signOutOpen: 'Abmelden…',
  signOutWarning:
    'Ein laufendes Match geht ohne dich weiter, und seine Uhr läuft. Andere offene Tabs dieser Seite bleiben angemeldet, bis du sie neu lädst.',
  signOutSubmit: 'Hier abmelden',
  signOutFailed: 'Dieser Browser konnte den Schlüssel nicht entfernen. Du bist noch angemeldet.',
  address: 'E-Mail-Adresse ändern',
  addressText:
    'Wir schicken einen Link an die neue Adresse. Bis du ihn in einem Browser öffnest, in dem du angemeldet bist, ändert sich nichts. Danach sagen wir es der alten Adresse, mit der du dich dann nicht mehr anmelden kannst.',
  addressSubmit: 'Link schicken',
  addressMailed:
    'Sieh im Postfach der neuen Adresse nach. Öffne den Link innerhalb von 30 Minuten in einem Browser, in dem du angemeldet bist.',
  addressTitle: 'Eine neue Adresse bestätigen',
  addressOwn: 'Dein Konto bekommt diese Adresse. Mit der alten kannst du dich dann nicht mehr anmelden.',
  addressSubmitNow: 'Diese Adresse verwenden',
  addressDone: 'Dein Konto hat die neue Adresse.',
  subscribe: 'Das Tagesrätsel per E-Mail',
  subscribeText: 'Eine Stellung am Tag. Jede E-Mail enthält einen Link zum Abbestellen.',
  subscribeSubmit: 'Abonnieren',
  subscribeMailed:
    'Sieh in deinem Postfach nach. Die Rätsel kommen, sobald du den Link in unserer E-Mail geöffnet hast, innerhalb von 48 Stunden.',
  subscribed: 'Die Adresse deines Kontos bekommt das Tagesrätsel.',
  subscribeEnd: 'Diese E-Mails abbestellen',
  subscribeEnded: 'Die Adresse deines Kontos bekommt das Tagesrätsel nicht mehr.',
  turnMails: 'Deine Züge per E-Mail',
  turnMailsText:
    'Höchstens eine E-Mail am Tag, wenn ein Match ohne Uhr seit drei Stunden auf dich wartet. Jede E-Mail enthält einen Link zum Abbestellen.',
  turnMailsOn: 'Schreib mir, wenn Matches auf mich warten',
  turnMailsNone: 'Dieser Server verschickt keine E-Mails. Es kommt also nichts an, bis der Betreiber das ändert.',
  takeAlong: 'Deine Daten mitnehmen',
  takeAlongText:
    'Eine Datei mit allem, was der Dienst über dich zeigt: Wertung und Land, deine Matches mit ihren unterschriebenen Protokollen, wem du folgst und wen du blockierst, deine Einladungen und deine Abonnements, dazu die Karten dieses Browsers. Dein Schlüssel und deine E-Mail-Adresse sind nicht darin; den Schlüssel kannst du auf seiner eigenen Seite sichern.',
  takeAlongSubmit: 'Meine Daten speichern',
  takeAlongBusy: (done, all) => `Protokoll ${done} von ${all} …`,
  takeAlongStop: 'Anhalten',
  takeAlongFailed: 'Nicht alles ließ sich laden, deshalb wurde keine Datei gespeichert. Versuch es noch einmal.',
  takeAlongSaved: 'Die Datei ist gespeichert.',
  remove: 'Konto löschen',
  removeText:
    'Das entfernt deinen Namen, deine E-Mail-Adresse, die Kopie deines Schlüssels beim Dienst und dein Abonnement. Unterschriebene Protokolle beendeter Matches bleiben, mit dem Namen, den du darin hattest. Auch die Liste deiner Matches, deine Wertung (unter „Guest“ und dem Anfang deines Schlüssels) und der Vermerk, dass der Dienst deinen Schlüssel hatte, bleiben.',
  removeOpen: 'Mein Konto löschen …',
  confirmLabel: 'Tippe zur Bestätigung „mein konto löschen“',
  confirmPhrase: 'mein konto löschen',
  confirmSubmit: 'Endgültig löschen',
  removed: 'Dein Konto ist gelöscht. Dieser Browser behält den Schlüssel, und du spielst als Gast.',
  confirmTitle: 'Konto bestätigen',
  confirmOwn: 'Du hast dieses Konto in diesem Browser angefordert. Dein Schlüssel wird der Schlüssel des Kontos.',
  confirmElsewhere:
    'Dieses Konto wurde in einem anderen Browser angefordert und lässt sich nur dort bestätigen. Warst du das, öffne den Link in jenem Browser. Wenn nicht, tu nichts: Hier wurde nichts geändert und nichts eingerichtet.',
  confirmName: 'Gewünschter Name',
  confirmKey: 'Schlüssel jenes Browsers',
  confirmSubmitAccount: 'Konto bestätigen',
  confirmDone: (name) => `Willkommen, ${name}. Der Schlüssel in diesem Browser ist jetzt der Schlüssel deines Kontos.`,
  claimTitle: 'Anmelden',
  claimText: 'Dieser Link meldet diesen Browser an. Er gilt einmal.',
  claimSubmit: 'Hier anmelden',
  claimDone: (name) => `Willkommen, ${name}. Dieser Browser hat jetzt den Schlüssel deines Kontos.`,
  expired: 'Dieser Link ist abgelaufen oder wurde schon benutzt',
  expiredText: 'Links gelten einmal und 30 Minuten lang. Fordere einen neuen an.',
  offline: 'Der Server war nicht zu erreichen. Der Link gilt noch: Versuch es noch einmal.',
  another: 'Neuen Link anfordern',
  unusable: 'Der Schlüssel, den der Server geschickt hat, ist nicht brauchbar. Nichts wurde geändert.',
  replaceTitle: 'Den Gastschlüssel in diesem Browser ersetzen?',
  replaceText:
    'Dieser Browser hat einen anderen Schlüssel mit eigener Wertung. Wenn du ihn nicht gesichert hast, ist er endgültig verloren.',
  exportFirst: 'Erst sichern',
  replace: 'Ersetzen',
  home: 'Zur Startseite',
};
