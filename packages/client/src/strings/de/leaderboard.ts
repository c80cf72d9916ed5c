import type { Catalogue } from '../catalogue.ts';
import { number, plural } from '../forms.ts';

const matches = { one: '# gewertetes Match', other: '# gewertete Matches' };

export const leaderboard: Catalogue['leaderboard'] = {
  title: 'Rangliste',
  lead: 'Die stärksten Spielerinnen und Spieler nach ihren gewerteten Matches. Bots stehen nicht darauf.',
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
    'Geordnet wird nach der vorsichtigen Wertung: Das ist die Wertung minus das Doppelte ihrer Abweichung. Die wahre Spielstärke ist sehr wahrscheinlich höher. Die vorsichtige Wertung steigt mit Siegen und mit der Sicherheit und sinkt, wenn jemand lange nicht spielt. Verfahren: Glicko-2, der Länge des Matches angepasst. Matches und Siege zählen nur, wenn sie gewertet sind.',
  minGames: 'Mindestens',
  matchesAtLeast: (count) => plural(count, matches),
  more: 'Mehr anzeigen',
  shown: (count) => plural(count, { one: '# Person', other: '# Personen' }),
  most: (count) => `Das sind die besten ${number(count)}. Hier endet die Liste.`,
  empty: (count) =>
    plural(count, {
      one: 'Noch hat niemand ein gewertetes Match beendet.',
      other: 'Noch hat niemand # gewertete Matches beendet.',
    }),
  emptyText: 'Such dir einen Gegner und spiel ein gewertetes Match, dann stehst du als Erstes auf dieser Liste.',
  play: 'Ein Match spielen',
  yours: (rank) => `Du bist Nummer ${number(rank)}.`,
  notListed:
    'Du stehst nicht auf dieser Liste. Dazu brauchst du genug gewertete Matches und einen Rang unter den gezeigten.',
  yourPage: 'Deine Seite',
};
