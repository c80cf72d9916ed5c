import type { Words } from '../chosen.ts';
import { number, plural } from '../forms.ts';
import type { leaderboard } from '../leaderboard.ts';

const matches = { one: '# gewertetes Match', other: '# gewertete Matches' };

export const texts: Words<typeof leaderboard> = {
  title: 'Rangliste',
  lead: 'Die stärksten Spielerinnen und Spieler nach ihren gewerteten Matches.',
  caption: 'Spielerinnen und Spieler nach vorsichtiger Wertung',
  rank: 'Rang',
  player: 'Name',
  rating: 'Wertung',
  conservative: 'Vorsichtig',
  games: 'Gewertete Matches',
  wins: 'Siege',
  ratingIs: (rating) => number(rating),
  spread: (rd) => `± ${number(2 * rd)}`,
  share: (wins, games) => (games === 0 ? '–' : `${number((100 * wins) / games)} %`),
  gamesPlayed: (count) => plural(count, matches),
  spreadHint: 'Das Doppelte der Wertungsabweichung: Mit 95 % Sicherheit liegt die wahre Spielstärke in diesem Bereich.',
  provisional: 'vorläufig',
  provisionalHint:
    'Wenige Matches, eine lange Pause oder weniger als fünf Gegner, die selbst bekannt sind: Die Wertung kann sich noch stark ändern.',
  you: 'du',
  explained:
    'Geordnet wird nach der vorsichtigen Wertung: Das ist die Wertung minus das Doppelte ihrer Abweichung. Sie steigt, wenn du gewinnst und wenn deine Wertung sicherer wird, und sinkt, wenn du lange nicht spielst. Verfahren: Glicko-2, der Länge des Matches angepasst. Es zählen nur gewertete Matches zwischen Menschen.',
  minGames: 'Mindestens',
  matchesAtLeast: (count) => plural(count, matches),
  more: 'Mehr anzeigen',
  shown: (count) => plural(count, { one: '# Person', other: '# Personen' }),
  most: (count) => `Das sind die besten ${number(count)}.`,
  empty: (count) =>
    plural(count, {
      one: 'Noch hat niemand ein gewertetes Match beendet.',
      other: 'Noch hat niemand # gewertete Matches beendet.',
    }),
  emptyText: 'Spiel ein gewertetes Match, dann stehst du als Erstes auf dieser Liste.',
  play: 'Ein Match spielen',
  yours: (rank) => `Du bist Nummer ${number(rank)}.`,
  notListed: 'Du stehst noch nicht auf dieser Liste. Dazu brauchst du mehr gewertete Matches oder eine höhere Wertung.',
  yourPage: 'Deine Seite',
};
