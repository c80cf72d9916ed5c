import type { Words } from '../chosen.ts';
import { number } from '../forms.ts';
import type { log } from '../log.ts';

export const texts: Words<typeof log> = {
  checking: 'Das Match wird im öffentlichen Verzeichnis gesucht …',
  entry: (index) => `Eintrag ${number(index)} im öffentlichen Verzeichnis.`,
  entryText: (size) =>
    `Dein Browser hat geprüft, dass das Verzeichnis aller Ergebnisse dieses Match enthält, als einen von ${number(size)} Einträgen, und dass es das Verzeichnis fortsetzt, das er vorher kannte.`,
  proof: 'Den Nachweis speichern',
  pending:
    'Dieses Match steht noch nicht im öffentlichen Verzeichnis. Neue Ergebnisse sind meist nach Sekunden eingetragen.',
  late: 'Einen Tag nach seinem Ende steht dieses Match noch nicht im öffentlichen Verzeichnis. Der Server verspricht 24 Stunden. Das Protokoll mit der Unterschrift des Servers belegt den Bruch, also speichere es.',
  noLog: 'Dieser Server veröffentlicht kein Verzeichnis seiner Ergebnisse.',
  unreachable:
    'Das öffentliche Verzeichnis war nicht erreichbar. Der Platz dieses Matches darin wurde also nicht geprüft.',
  unproven: (code) =>
    `Die Antwort zum öffentlichen Verzeichnis hat die Prüfung nicht bestanden (${code}). Das beweist nichts gegen den Server, denn jemand auf dem Weg kann sie verändert haben.`,
  rolledBack:
    'Das öffentliche Verzeichnis zeigt weniger Einträge, als der Server schon unterschrieben hatte. Vielleicht wurde es zurückgesetzt, oder sein neuester Teil ist gerade nicht erreichbar.',
  former: (known, ended) =>
    `Der Server hat sein früheres Verzeichnis mit ${number(ended)} Einträgen beendet und dieses begonnen. Dein Browser kannte ${number(known)} davon.`,
  formerLost: (known, ended) =>
    `Der Server hat dieses Verzeichnis begonnen, weil der neueste Teil des früheren verloren ging: Er nennt ${number(ended)} Einträge, und dein Browser hatte einen unterschriebenen Stand von ${number(known)} geprüft, der nicht dazu passt. Vielleicht fehlen Ergebnisse. Sichere beide Aussagen.`,
  earlierLost: (known, ended) =>
    `Auch von einem noch früheren Verzeichnis des Servers ging der neueste Teil verloren: Er nennt ${number(ended)} Einträge, und dein Browser hatte einen unterschriebenen Stand von ${number(known)} geprüft, der nicht dazu passt. Vielleicht fehlen Ergebnisse. Sichere beide Aussagen.`,
  saveFormer: 'Beide Aussagen speichern',
  again: 'Noch einmal prüfen',
  fault: 'Das öffentliche Verzeichnis widerspricht sich',
  faults: {
    'log-forked':
      'Der Server hat zwei Listen von Ergebnissen unterschrieben, die nicht zusammenpassen. Vielleicht zeigt er anderen eine andere Geschichte.',
    'entry-differs':
      'Der Server hat einen Eintrag über dieses Match unterschrieben, der von dem Protokoll abweicht, das er unterschrieben hat.',
  },
  faultKept:
    'Dieses Gerät hat den Beweis gespeichert. Sichere ihn und zeig ihn anderen: Die Unterschriften darin sprechen für sich.',
  saveEvidence: 'Den Beweis speichern',
};
