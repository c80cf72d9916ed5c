import type { Catalogue } from '../catalogue.ts';

export const account: Catalogue['account'] = {
  title: 'Konto',
  lead: 'Zum Spielen brauchst du keins. Mit einem Konto bist du in jedem Browser dieselbe Person, und ein verlorener Browser kostet dich nicht deine Wertung.',
  guest: 'Du spielst als Gast: Dein Schlüssel liegt nur in diesem Browser.',
  signedIn: (name) => `Du bist als ${name} angemeldet.`,
  cutOff: 'Keine Verbindung zum Server. Hier kann erst wieder etwas angefordert werden, wenn es eine gibt.',
  email: 'E-Mail-Adresse',
  emailHint: 'Nur für die Links, die du hier anforderst.',
  register: 'Konto anlegen',
  registerText: 'Dein Schlüssel, deine Wertung und deine Matches bleiben, wie sie sind.',
  custody:
    'Der Dienst behält dann eine Kopie deines Schlüssels, damit er ihn dir anderswo geben kann. Die Protokolle deiner Matches vermerken von da an, dass er ihn hatte, auch wenn du das Konto wieder löschst.',
  username: 'Dein Name',
  registerSubmit: 'Link zuschicken',
  registerMailed:
    'Eine E-Mail ist unterwegs, falls das möglich ist. Öffne den Link darin innerhalb von 30 Minuten in diesem Browser.',
  mailed:
    'Falls es zu dieser Adresse ein Konto gibt, liegt ein Link im Postfach: gerade eben oder in den letzten 20 Minuten verschickt. Öffne ihn innerhalb von 30 Minuten. An eine Adresse gehen höchstens fünf E-Mails in der Stunde.',
  logged:
    'Dieser Server verschickt keine E-Mails. Was er verschicken würde, samt dem Link, steht im Protokoll des Betreibers.',
  signIn: 'Anmelden',
  signInText: 'Mit einem Link per E-Mail, ohne Passwort. Öffne ihn in dem Browser, in dem du spielen willst.',
  signInSubmit: 'Anmeldelink zuschicken',
  subscribe: 'Die Tagesaufgabe per E-Mail',
  subscribeText: 'Eine Stellung am Tag. Jede E-Mail hat einen Link, der das beendet.',
  subscribeSubmit: 'Abonnieren',
  subscribeMailed:
    'Eine E-Mail ist unterwegs. Die Aufgaben kommen, sobald du den Link darin geöffnet hast, innerhalb von 48 Stunden.',
  remove: 'Konto löschen',
  removeText:
    'Entfernt deinen Namen, deine Adresse, die Kopie deines Schlüssels beim Dienst und dein Abonnement. Unterschriebene Protokolle beendeter Matches bleiben, mit dem Namen, den du darin hattest, ebenso die Liste der Matches, deine Wertung unter „Guest“ und dem Anfang deines Schlüssels und der Vermerk, dass der Dienst deinen Schlüssel hatte.',
  removeOpen: 'Mein Konto löschen …',
  confirmLabel: 'Tippe zur Bestätigung „mein konto löschen“',
  confirmPhrase: 'mein konto löschen',
  confirmSubmit: 'Endgültig löschen',
  removed: 'Dein Konto ist gelöscht. Dieser Browser macht mit dem Schlüssel als Gast weiter.',
  confirmTitle: 'Konto bestätigen',
  confirmOwn: 'Du hast dieses Konto in diesem Browser angefordert. Dein Schlüssel wird der Schlüssel des Kontos.',
  confirmElsewhere:
    'Dieses Konto wurde in einem anderen Browser angefordert und lässt sich nur dort bestätigen. Warst du das, öffne den Link in jenem Browser. Wenn nicht, tu nichts: Hier wurde nichts geändert und nichts eingerichtet.',
  confirmName: 'Gewünschter Name',
  confirmKey: 'Schlüssel jenes Browsers',
  confirmSubmitAccount: 'Konto bestätigen',
  confirmDone: (name) => `Willkommen, ${name}. Der Schlüssel dieses Browsers ist jetzt dein Konto.`,
  claimTitle: 'Anmelden',
  claimText: 'Dieser Link meldet diesen Browser an. Er gilt einmal.',
  claimSubmit: 'Hier anmelden',
  claimDone: (name) => `Willkommen, ${name}. Dieser Browser hat jetzt den Schlüssel deines Kontos.`,
  expired: 'Dieser Link ist abgelaufen oder wurde schon benutzt',
  expiredText: 'Links gelten einmal und 30 Minuten lang. Fordere einen neuen an.',
  offline: 'Der Server war nicht zu erreichen. Der Link gilt noch; versuch es noch einmal.',
  another: 'Neuen Link anfordern',
  unusable: 'Der Server hat etwas geschickt, das kein brauchbarer Schlüssel ist. Nichts wurde geändert.',
  replaceTitle: 'Den Gast in diesem Browser ersetzen?',
  replaceText:
    'Dieser Browser hat einen anderen Schlüssel mit eigener Wertung. Der ist dann endgültig weg, wenn du ihn nicht gesichert hast.',
  exportFirst: 'Erst sichern',
  replace: 'Ersetzen',
  home: 'Zur Startseite',
};
