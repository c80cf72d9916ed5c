import type { Words } from '../chosen.ts';
import { number } from '../forms.ts';
import type { room } from '../room.ts';

export const texts: Words<typeof room> = {
  title: 'Lobby',
  play: 'Neues Spiel',
  matches: 'Deine Matches',
  noMatches: 'Kein laufendes Match.',
  noMatchesHint:
    'In einer Fernpartie hast du für jeden Zug Tage Zeit. Wähl bei einem neuen Spiel unter „Uhr“ Tage, oder lade jemanden ein.',
  stopped: 'In deinem Match ist das Spiel angehalten.',
  warned: 'In deinem Match gibt es eine Warnung.',
  friends: 'Freunde',
  noFriends:
    'Noch niemand. Folge jemandem auf seiner Seite oder nach einem Match, dann siehst du hier, wer online ist.',
  say: (name) => `${name} etwas sagen`,
  sayHint: (name) => `${name} sieht es in der Lobby, wenn ihr einander folgt.`,
  sent: 'Gesendet.',
  opponent: 'Letzter Gegner',
  install: {
    title: 'Anchor als App',
    lead: 'Installiert öffnet sich Anchor in einem eigenen Fenster und startet auch ohne Verbindung.',
    byMenu:
      'Tipp auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Wenn du Anchor von dort aus öffnest, kannst du in den Einstellungen Benachrichtigungen erlauben.',
    noticesTitle: 'Benachrichtigungen bei geschlossener Seite',
    notices:
      'Mit Benachrichtigungen erfährst du, wenn du dran bist, ein Gegner gefunden ist oder dich jemand herausfordert.',
    install: 'Installieren',
    allow: 'Benachrichtigungen erlauben',
    noticesOn: 'Benachrichtigungen sind an. Welche, wählst du in den Einstellungen.',
    no: 'Nein, danke',
  },
  cards: 'Deine Fehler als Aufgaben',
  cardsDue: (due) => `Deine Fehler als Aufgaben: ${number(due)} fällig`,
  botPr: (pr) => `PR ${number(pr)}`,
  playBot: (name) => `Spielen: ${name}`,
  botResults: 'Deine Ergebnisse gegen den Bot',
};
