import type { Catalogue } from '../catalogue.ts';
import { number, plural } from './forms.ts';

const matches = { one: '# Match', other: '# Matches' };

export const leaderboard: Catalogue['leaderboard'] = {
  title: 'Rangliste',
  lead: 'Wer am besten spielt, soweit es die gewerteten Matches zeigen. Bots stehen nicht darauf.',
  caption: 'Spielerinnen und Spieler nach dem Minimum ihrer Wertung',
  rank: 'Rang',
  player: 'Name',
  rating: 'Wertung',
  conservative: 'Minimum',
  games: 'Matches',
  wins: 'Siege',
  ratingIs: (rating) => number(rating),
  spread: (rd) => `± ${number(2 * rd)}`,
  share: (wins, games) => (games === 0 ? '–' : `${number((100 * wins) / games)} %`),
  gamesPlayed: (count) => plural(count, matches),
  spreadHint:
    'Das Doppelte der Wertungsabweichung: In neunzehn von zwanzig Fällen liegt die wahre Spielstärke dazwischen.',
  provisional: 'vorläufig',
  provisionalHint: 'Wenige oder lange zurückliegende Matches: Die Wertung kann sich noch stark ändern.',
  you: 'du',
  explained:
    'Geordnet wird nach dem Minimum: Das ist die Wertung minus das Doppelte ihrer Abweichung, und darunter liegt die wahre Spielstärke sehr wahrscheinlich nicht. Es steigt mit Siegen und mit Gewissheit und sinkt, wenn jemand lange nicht spielt. Verfahren: Glicko-2, der Länge des Matches angepasst.',
  minGames: 'Mindestens',
  matchesAtLeast: (count) => (count === 0 ? 'Alle' : plural(count, matches)),
  more: 'Mehr anzeigen',
  shown: (count) => plural(count, { one: '# Person', other: '# Personen' }),
  most: (count) => `Das sind die besten ${number(count)}. Hier endet die Liste.`,
  empty: (count) =>
    count === 0
      ? 'Hier hat noch niemand gespielt.'
      : plural(count, {
          one: 'Noch hat niemand ein Match beendet.',
          other: 'Noch hat niemand # Matches beendet.',
        }),
  emptyText: 'Such dir jemanden, spiel ein gewertetes Match, und die erste Zeile gehört dir.',
  play: 'Ein Match spielen',
  yours: (rank) => `Du bist Nummer ${number(rank)}.`,
  notListed:
    'Du stehst nicht auf dieser Liste: Dazu braucht es genug beendete Matches und einen Platz unter den gezeigten.',
  yourPage: 'Deine Seite',
};
