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
  friends: 'Freunde',
  noFriends:
    'Noch niemand. Folge jemandem auf seiner Seite oder nach einem Match, dann siehst du hier, wer online ist.',
  opponent: 'Letzter Gegner',
  botPr: (pr) => `PR ${number(pr)}`,
  playBot: (name) => `Spielen: ${name}`,
  botResults: 'Deine Ergebnisse gegen den Bot',
};
