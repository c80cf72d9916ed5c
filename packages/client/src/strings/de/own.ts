import type { Catalogue } from '../catalogue.ts';

type Main = Catalogue['main'];

export const settings: Main['settings'] = {
  title: 'Einstellungen',
  lead: 'Auf diesem Gerät gespeichert, sofort wirksam.',
  notKept:
    'Dieser Browser speichert nichts für diese Seite oder hat keinen Platz mehr. Was du wählst, gilt, bis du sie schließt.',
  language: 'Sprache',
  languageOfTexts: 'Texte',
  languageOfBrowser: 'Sprache des Browsers',
  languageHint: 'Die Seite wird in der gewählten Sprache neu geladen. E-Mails und rechtliche Seiten sind auf Englisch.',
  languageRefused: 'Dieser Browser speichert nichts für diese Seite, also auch keine Sprache.',
  look: 'Aussehen',
  theme: 'Farbschema',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  board: 'Brett',
  boardPreview: 'Vorschau des Bretts',
  arrows: 'Pfeile des letzten Zugs',
  marks: 'Zeichen auf den Steinen',
  marksHint: 'Ein Ring auf hellen Steinen, ein Kreuz auf dunklen. Das kontrastreiche Brett hat sie immer.',
  mirrored: 'Heimfeld links',
  mirroredHint: 'Spiegelt das Brett.',
  flipped: 'Heimfeld oben',
  animation: 'Animation von Steinen und Würfeln',
  animations: { off: 'Aus', fast: 'Schnell', normal: 'Normal', slow: 'Langsam' },
  animationHint: 'Aus, wenn dein System reduzierte Bewegung verlangt.',
  sounds: 'Töne',
  playing: 'Beim Spielen',
  confirmCube: 'Vor Doppelentscheidungen fragen',
  confirmCubeHint: 'Doppeln, Annehmen, Passen und Beavern musst du ein zweites Mal bestätigen.',
  autoRoll: 'Automatisch würfeln',
  autoRollHint: 'Wenn du nicht doppeln kannst.',
  autoConfirmForced: 'Erzwungene Züge automatisch bestätigen',
  autoConfirmForcedHint: 'Wenn es nur einen Zug gibt oder keinen.',
  greedyBearOff: 'Automatisch abtragen',
  greedyBearOffHint: 'Im Rennen, wenn jeder Würfel einen Stein hinausbringt.',
  premove: 'Automatik für den nächsten Zug anbieten',
  premoveHint:
    'Während dein Gegner dran ist, schaltet ein Knopf (oder P) die Automatik für deinen nächsten Zug ein: Sie würfelt, wenn du nicht doppeln darfst, und zieht sofort, wenn es nur einen Zug gibt.',
  notifications: 'Benachrichtigen, wenn ich dran bin',
  notificationsHint: 'Eine Benachrichtigung deines Systems, während die Seite verdeckt ist, und sonst nichts.',
  notificationsDenied:
    'Dein Browser blockiert Benachrichtigungen dieser Seite. Du kannst sie in seinen Einstellungen für diese Website erlauben.',
};

export const keys: Main['keys'] = {
  title: 'Dein Schlüssel',
  lead: 'Dein Schlüssel ist hier deine Identität: Wer ihn hat, kann als du spielen. Er bleibt auf deinen Geräten und geht nur an den Dienst, wenn du ein Konto anlegst.',
  warning:
    'Dieser Schlüssel liegt nur in diesem Browser. Löschst du dessen Daten oder verlierst du das Gerät, sind der Schlüssel und deine Wertung verloren.',
  again: 'Noch einmal versuchen',
  none: 'Du hast noch keinen Schlüssel. Er entsteht, wenn du zum ersten Mal spielst.',
  pub: 'Öffentlicher Schlüssel',
  pubHint: 'Alle dürfen ihn sehen. Er steht in deinen Protokollen.',
  export: 'Schlüssel sichern',
  exportText: 'Bewahr die Datei sicher auf. Mit ihr bist du auf einem anderen Gerät dieselbe Person.',
  exportWarning: 'Wer sie liest, kann als du spielen und unterschreiben.',
  download: 'Als Datei speichern',
  copy: 'Als Text kopieren',
  copied: 'Der Schlüssel ist kopiert. Behandle ihn wie ein Passwort.',
  persist: 'Den Browser bitten, den Schlüssel zu behalten',
  persisted: 'Der Browser behält die Daten dieser Seite, bis du sie selbst löschst.',
  notPersisted: 'Der Browser kann die Daten dieser Seite löschen, wenn der Platz knapp wird. Behalte die Datei.',
  import: 'Schlüssel einlesen',
  importText: 'Füg einen gesicherten Schlüssel ein, oder wähle seine Datei.',
  importLabel: 'Gesicherter Schlüssel',
  choose: 'Datei wählen',
  submit: 'Diesen Schlüssel verwenden',
  replaceTitle: 'Den Schlüssel dieses Browsers ersetzen?',
  replaceText: 'Wenn du deinen jetzigen Schlüssel nicht gesichert hast, ist er endgültig verloren.',
  replace: 'Ersetzen',
  same: 'Diesen Schlüssel hast du schon.',
  notKept:
    'Dieser Browser konnte den Schlüssel nicht speichern, vielleicht aus Platzmangel. Es hat sich nichts geändert.',
  noStorage:
    'Dieser Browser speichert nichts für diese Seite, also auch keinen Schlüssel. Zusehen und prüfen kannst du trotzdem.',
};
