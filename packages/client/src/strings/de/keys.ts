import type { Words } from '../chosen.ts';
import type { keys } from '../keys.ts';

export const texts: Words<typeof keys> = {
  title: 'Dein Schlüssel',
  lead: 'Dein Schlüssel ist hier deine Identität: Wer ihn hat, kann als du spielen. Er bleibt auf deinen Geräten, solange du kein Konto anlegst.',
  warning:
    'Dieser Schlüssel liegt nur in diesem Browser. Löschst du dessen Daten oder verlierst du das Gerät, sind der Schlüssel und deine Wertung verloren.',
  again: 'Noch einmal versuchen',
  none: 'Du hast noch keinen Schlüssel. Du bekommst ihn, wenn du zum ersten Mal spielst.',
  pub: 'Öffentlicher Schlüssel',
  pubHint: 'Jeder darf ihn sehen. Er steht in den Protokollen deiner Matches.',
  export: 'Schlüssel sichern',
  exportText: 'Bewahr die Datei sicher auf. Mit ihr bist du auf einem anderen Gerät dieselbe Person.',
  exportWarning: 'Wer sie hat, kann als du spielen.',
  download: 'Als Datei speichern',
  copy: 'Als Text kopieren',
  copied: 'Der Schlüssel ist kopiert. Behandle ihn wie ein Passwort.',
  persist: 'Den Browser bitten, den Schlüssel zu behalten',
  persisted: 'Der Browser behält die Daten dieser Seite, bis du sie selbst löschst.',
  notPersisted: 'Der Browser kann die Daten dieser Seite löschen, wenn der Platz knapp wird.',
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
    'Dein Browser speichert keine Daten für diese Website, also auch keinen Schlüssel. Zusehen und prüfen kannst du trotzdem.',
};
