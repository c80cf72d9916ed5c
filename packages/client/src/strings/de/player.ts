import type { Catalogue } from '../catalogue.ts';
import { axisTime, dayOf, momentOf, number, percent, plural, signed } from './forms.ts';
import { diceOfPlayer } from './player-dice.ts';

const rating = {
  rating: 'Wertung',
  spread: (rd: number) => `± ${number(2 * rd)}`,
  ratingValue: (value: number) => number(value),
  ratingText: (value: number, rd: number) =>
    `Zwischen ${number(value - 2 * rd)} und ${number(value + 2 * rd)}, in neunzehn von zwanzig Fällen.`,
  provisional: 'vorläufig',
  provisionalHint: 'Wenige oder lange zurückliegende Matches: Die Wertung kann sich noch stark ändern.',
  unrated: 'Noch kein gewertetes Match',
  conservative: 'Die Rangliste nimmt das Minimum:',
  games: 'Matches',
  wins: 'Siege',
};

const graph = {
  graph: 'Wertung im Lauf der Zeit',
  graphLabel: (points: number, from: number, to: number, value: number, rd: number) =>
    `${plural(points, { one: 'Nach einem gewerteten Match', other: `Über # gewertete Matches, zwischen ${number(from)} und ${number(to)}` })}; jetzt ${number(value)}, plus oder minus ${number(2 * rd)}.`,
  graphNone: 'Mit dem ersten gewerteten Match beginnt hier eine Linie.',
  graphSample: (shown: number, loaded: number, all: number) =>
    loaded >= all
      ? `${plural(shown, { one: 'Das # gewertete Match', other: 'Alle # gewerteten Matches' })} auf dieser Spielerseite.`
      : `${plural(shown, { one: '# gewertetes Match', other: '# gewertete Matches' })} unter den letzten ${number(loaded)}. Ältere kannst du unter der Liste holen.`,
  graphHint: 'Zeig auf die Linie, um sie abzulesen.',
  legendRating: 'Wertung',
  legendSpread: 'die doppelte Abweichung nach beiden Seiten',
  legendDots: 'offener Punkt: gewonnen, voller Punkt: verloren',
  axisRating: (value: number) => number(value),
  axisTime,
  pointText: (atMs: number, value: number, rd: number, change: number) =>
    `${momentOf(atMs)}: ${number(value)} ± ${number(2 * rd)} (${signed(change)})`,
  against: 'gegen',
  now: (value: number, rd: number) => `Jetzt: ${number(value)} ± ${number(2 * rd)}`,
  figures: 'Dasselbe in Zahlen',
  when: 'Wann',
  after: 'Wertung',
  change: 'Änderung',
  moment: momentOf,
  signed: (value: number) => signed(value),
};

const matches = {
  matches: 'Matches bisher',
  matchesShown: (shown: number, loaded: number, all: number) => {
    const known = plural(all, { one: '# Match', other: '# Matches' });
    const of = loaded >= all ? known : `die letzten ${number(loaded)} von insgesamt ${known}`;
    return shown === loaded ? `Zu sehen: ${of}.` : `Zu sehen: ${number(shown)}. Durchsucht: ${of}.`;
  },
  matchesNone: 'Noch kein Match beendet.',
  matchesNoneFit: 'Von diesen Matches passt keins.',
  showAll: 'Alle zeigen',
  older: 'Ältere Matches holen',
  fetching: 'Wird geholt …',
  olderFailed: 'Ältere Matches waren nicht zu bekommen. Versuch es noch einmal.',
  kind: 'Zählt für die Wertung',
  kinds: { all: 'Alle', rated: 'Gewertet', unrated: 'Ungewertet' },
  outcome: 'Ausgang',
  outcomes: { all: 'Alle', won: 'Gewonnen', lost: 'Verloren' },
  opponent: 'Gegner',
  anybody: 'Alle Gegner',
  opponentOption: (name: string, count: number) => `${name} (${number(count)})`,
  won: 'Sieg',
  lost: 'Verlust',
  score: (own: number, other: number) => `${number(own)}–${number(other)}`,
  money: 'Geldspiel',
  points: (length: number) => `Match bis ${number(length)}`,
  day: dayOf,
  reasons: { points: '', resign: 'durch Aufgabe', time: 'auf Zeit', abandonment: 'durch Verlassen' },
  gain: (gain: number) => signed(gain),
  noGain: 'ungewertet',
  review: 'Rückblick',
  verify: 'Prüfen',
  replay: 'Brett',
  linkOf: (what: string, opponent: string, day: string) => `${what}: gegen ${opponent}, ${day}`,
};

const rivals = {
  rivals: 'Direkter Vergleich',
  rivalsSample: (loaded: number, all: number) =>
    loaded >= all
      ? `Aus ${plural(all, { one: 'dem # Match', other: 'allen # Matches' })} auf dieser Spielerseite.`
      : `Nur aus den letzten ${number(loaded)} von ${number(all)} Matches.`,
  rivalScore: (won: number, lost: number) => `${number(won)}–${number(lost)}`,
  rivalLabel: (won: number, lost: number) =>
    `${plural(won, { one: '# Match gewonnen', other: '# Matches gewonnen' })}, ${number(lost)} verloren`,
  rivalsMore: (count: number) => plural(count, { one: 'und # weiterer Gegner', other: 'und # weitere Gegner' }),
  youAgainst: 'Du im direkten Vergleich',
};

export const player: Catalogue['player'] = {
  title: 'Spielerseite',
  missing: 'Diesen Schlüssel kennt hier niemand',
  missingText:
    'Mit diesem Schlüssel hat hier nie jemand gespielt. Vielleicht ist er falsch getippt oder gehört zu einem anderen Server.',
  toLeaderboard: 'Zur Rangliste',
  you: 'du',
  bot: 'Bot',
  botText: 'Der Bot des Hauses. Seine Matches werden nie gewertet, also hat er keine Wertung.',
  key: 'Öffentlicher Schlüssel',
  copyKey: 'Schlüssel kopieren',
  copied: 'Der Schlüssel ist kopiert.',
  count: (count) => number(count),
  share: (share) => percent(share),
  ...rating,
  ...graph,
  ...matches,
  ...rivals,
  ...diceOfPlayer,
};
