import type { Words } from '../chosen.ts';
import { axisTime, dayOf, momentOf, number, percent, plural, signed } from '../forms.ts';
import type { player } from '../player.ts';

const diceOfPlayer = {
  dice: 'Würfel in diesen Matches',
  diceText: (count: number) =>
    `Lädt ${plural(count, { one: 'das Protokoll des letzten Matches', other: 'die Protokolle der letzten # Matches' })} herunter, prüft jedes in deinem Browser und zählt die Würfel.`,
  diceStart: 'Würfel zählen',
  diceBusy: (done: number, all: number) => `Protokoll ${number(done)} von ${number(all)} …`,
  diceSample: (rolls: number, verified: number) =>
    `${plural(rolls, { one: '# Wurf', other: '# Würfe' })} in ${plural(verified, { one: '# geprüften Match', other: '# geprüften Matches' })}, ohne die Anwürfe.`,
  diceSmall: 'Das ist eine kleine Stichprobe: Nur ein grober Fehler würde darin auffallen.',
  diceLarge: 'Das reicht, um eine deutliche Verzerrung zu bemerken, aber nicht für eine leichte.',
  diceNone: 'In diesen Matches gab es keinen Wurf.',
  diceAbsent: (count: number) =>
    plural(count, { one: '# Protokoll ließ sich nicht laden.', other: '# Protokolle ließen sich nicht laden.' }),
  diceRefused: (count: number) =>
    plural(count, {
      one: 'Ein Protokoll hat die Prüfung nicht bestanden und zählt nicht mit:',
      other: '# Protokolle haben die Prüfung nicht bestanden und zählen nicht mit:',
    }),
  diceNoVerifier:
    'Das Prüfprogramm ließ sich nicht vom Server laden. Prüfe deine Verbindung und versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  pips: 'Pips je Wurf',
  pipsText: (seen: number, expected: number, sd: number) =>
    `${number(seen, 2)}; faire Würfel ergeben bei so vielen Würfen im Schnitt ${number(expected, 2)} ± ${number(2 * sd, 2)}.`,
  doubles: 'Pasche',
  doublesText: (seen: number, expected: number, sd: number) =>
    `${number(seen)}; faire Würfel ergeben ${number(expected, 1)} ± ${number(2 * sd, 1)}.`,
  within: 'üblich',
  outside: 'unüblich',
  outsideText: 'Ungewöhnliche Zahlen kommen auch zufällig vor: etwa eine von zwanzig.',
};

const prOfPlayer = {
  pr: 'PR im Lauf der Zeit',
  prText: {
    deep: (engine: string, ply: number) =>
      `Die PR ist 500 × Verlust je Entscheidung, nur aus Steinzügen, nach ${engine}, ${number(ply)}-ply. Niedriger ist besser.`,
    estimate: (engine: string, ply: number) =>
      `In diesem Browser am Ende jedes Matches geschätzt: 500 × Verlust je Entscheidung, aus Steinzügen und Doppler, nach ${engine}, ${number(ply)}-ply. Niedriger ist besser. Nur du siehst das.`,
  },
  prNone: 'Noch keine Tiefenanalyse.',
  prHow:
    'Diese Kurve braucht Tiefenanalysen, die auf Rechnern von Freiwilligen laufen. Du kannst sie im Rückblick eines Matches anfordern. Der Rückblick schätzt die PR auch sofort in deinem Browser.',
  prHowOwn:
    'Am Ende jedes Matches schätzt dein Browser deine PR und führt sie hier auf, nur für dich. Die PR aus Tiefenanalysen sehen alle; sie laufen auf Rechnern von Freiwilligen, und du kannst sie im Rückblick eines Matches anfordern.',
  prForget: 'Schätzungen löschen',
  prForgetText:
    'Die Schätzungen in diesem Browser werden gelöscht. Der Rückblick eines Matches berechnet seine Schätzung neu.',
  prNotForgotten: 'Das hat nicht geklappt: Dein Browser konnte sie nicht löschen.',
  prReview: 'Rückblick auf das letzte Match öffnen',
  prEngine: 'Analysiert von',
  prEngineOption: {
    deep: (engine: string, ply: number) => `${engine}, ${number(ply)}-ply`,
    estimate: (engine: string, ply: number) => `dein Browser (${engine}, ${number(ply)}-ply)`,
  },
  prEngineHint: 'Die Werte verschiedener Engines lassen sich nicht vergleichen und stehen deshalb getrennt.',
  prMean: (matches: number) => plural(matches, { one: 'Das letzte Match', other: 'Die letzten # Matches' }),
  prAll: (matches: number) => plural(matches, { one: 'Das einzige gezeigte Match', other: 'Alle # gezeigten Matches' }),
  prValue: (pr: number) => number(pr, 2),
  prDecisions: (decisions: number) => plural(decisions, { one: '# Entscheidung', other: '# Entscheidungen' }),
  prSample: {
    deep: (most: number) =>
      `Die Mittelwerte sind nach Entscheidungen gewichtet. Es zählen höchstens die letzten ${number(most)} Matches mit Tiefenanalyse.`,
    estimate: (most: number) =>
      `Die Mittelwerte sind nach Entscheidungen gewichtet. Es zählen höchstens die letzten ${number(most)} Matches mit Schätzung.`,
  },
  prUncounted: (matches: number) =>
    plural(matches, {
      one: 'In # analysierten Match gab es auf dieser Seite keine Entscheidung.',
      other: 'In # analysierten Matches gab es auf dieser Seite keine Entscheidung.',
    }),
  prLabel: (matches: number, best: number, worst: number, mean: number) =>
    plural(matches, {
      one: `PR ${number(mean, 2)} in einem analysierten Match.`,
      other: `PR in # analysierten Matches, zwischen ${number(best, 2)} und ${number(worst, 2)}; gewichtetes Mittel ${number(mean, 2)}.`,
    }),
  prHint: 'Zeig auf einen Punkt, um seine Werte zu sehen.',
  legendPr: 'ein Match: offener Punkt gewonnen, voller Punkt verloren',
  legendMean: (matches: number) => `Mittel aus bis zu ${number(matches)} Matches`,
  axisPr: (pr: number) => number(pr),
  prPoint: (atMs: number, pr: number, decisions: number) =>
    `${dayOf(atMs)}: PR ${number(pr, 2)} bei ${plural(decisions, { one: '# Entscheidung', other: '# Entscheidungen' })}`,
  decisions: 'Entscheidungen',
  prColumn: 'PR',
  prOther: 'PR des Gegners',
  noPr: '–',
};

const rating = {
  rating: 'Wertung',
  spread: (rd: number) => `± ${number(2 * rd)}`,
  ratingValue: (value: number) => number(value),
  ratingText: (value: number, rd: number) =>
    `Zu 95 % zwischen ${number(value - 2 * rd)} und ${number(value + 2 * rd)}.`,
  provisional: 'vorläufig',
  provisionalHint:
    'Wenige Matches, eine lange Pause oder weniger als fünf Gegner, die selbst bekannt sind: Die Wertung kann sich noch stark ändern.',
  unrated: 'Noch kein gewertetes Match',
  conservative: 'Vorsichtige Wertung für die Rangliste:',
  games: 'Matches',
  wins: 'Siege',
  streak: 'Rätselserie',
  longestStreak: (days: number) => `längste ${number(days)}`,
  streakDays: (days: number) => plural(days, { one: '# Tag', other: '# Tage' }),
};

const graph = {
  graph: 'Wertung im Lauf der Zeit',
  graphLabel: (points: number, from: number, to: number, value: number, rd: number) =>
    `${plural(points, { one: 'Nach einem gewerteten Match', other: `Über # gewertete Matches, zwischen ${number(from)} und ${number(to)}` })}; jetzt ${number(value)}, plus oder minus ${number(2 * rd)}.`,
  graphNone: 'Noch keine gewerteten Matches.',
  graphSample: (shown: number, loaded: number, all: number) =>
    loaded >= all
      ? `${plural(shown, { one: 'Das einzige gewertete Match', other: 'Alle # gewerteten Matches' })} auf dieser Spielerseite.`
      : `${plural(shown, { one: '# gewertetes Match', other: '# gewertete Matches' })} unter den letzten ${number(loaded)}. Ältere kannst du unter der Liste laden.`,
  graphHint: 'Zeig auf die Linie, um ihre Werte zu sehen.',
  legendRating: 'Wertung',
  legendSpread: '± die doppelte Abweichung',
  legendDots: 'offener Punkt: gewonnen, voller Punkt: verloren',
  axisRating: (value: number) => number(value),
  axisTime,
  pointText: (atMs: number, value: number, rd: number, change: number) =>
    `${momentOf(atMs)}: ${number(value)} ± ${number(2 * rd)} (${signed(change)})`,
  against: 'gegen',
  now: (value: number, rd: number) => `Jetzt: ${number(value)} ± ${number(2 * rd)}`,
  figures: 'Der Verlauf als Tabelle',
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
  matchesNone: 'Noch keine beendeten Matches.',
  matchesNoneFit: 'Kein Match passt zu diesen Filtern.',
  showAll: 'Alle zeigen',
  older: 'Ältere Matches laden',
  fetching: 'Wird geladen …',
  olderFailed: 'Ältere Matches ließen sich nicht laden. Versuch es noch einmal.',
  kind: 'Gewertet oder ungewertet',
  kinds: { all: 'Alle', rated: 'Gewertet', unrated: 'Ungewertet' },
  outcome: 'Ergebnis',
  outcomes: { all: 'Alle', won: 'Gewonnen', lost: 'Verloren' },
  opponent: 'Gegner',
  anybody: 'Alle Gegner',
  opponentOption: (name: string, count: number) => `${name} (${number(count)})`,
  won: 'Sieg',
  lost: 'Niederlage',
  score: (own: number, other: number) => `${number(own)}–${number(other)}`,
  money: (game: number | null) => (game === null ? 'Geldspiel' : `Geldspiel ${number(game)}`),
  moneyScore: (points: number) => signed(points),
  before: 'Voriges Spiel',
  points: (length: number) => `Match bis ${number(length)}`,
  day: dayOf,
  reasons: {
    won: {
      points: '',
      resign: 'Gegner hat aufgegeben',
      time: 'Gegner hat die Zeit überschritten',
      abandonment: 'Gegner ist gegangen',
    },
    lost: {
      points: '',
      resign: 'aufgegeben',
      time: 'Zeit überschritten',
      abandonment: 'Match verlassen',
    },
  },
  endedAt: (reason: string, score: string) => `${reason} bei ${score}`,
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
      ? `Aus ${plural(all, { one: 'dem einzigen Match', other: 'allen # Matches' })} auf dieser Spielerseite.`
      : `Nur aus den letzten ${number(loaded)} von ${number(all)} Matches.`,
  rivalScore: (won: number, lost: number) => `${number(won)}–${number(lost)}`,
  rivalLabel: (won: number, lost: number) =>
    `${plural(won, { one: '# Match gewonnen', other: '# Matches gewonnen' })}, ${number(lost)} verloren`,
  rivalsMore: (count: number) => plural(count, { one: 'und # weiterer Gegner', other: 'und # weitere Gegner' }),
  youAgainst: 'Du im direkten Vergleich',
};

const bots = {
  bots: 'Gegen den Bot',
  botLevel: 'Stufe',
  botBeaten: 'Geschlagen',
  botNext: 'Als Nächstes',
  botRule: (wins: number, of: number) =>
    `Du schlägst eine Stufe, wenn du ${number(wins)} deiner letzten ${number(of)} Matches gegen sie gewinnst. Diese Matches sind ungewertet, und nur du siehst diese Tabelle. Die PR ist die der Tiefenanalysen, ohne solche die der Schätzungen dieses Browsers.`,
  botTop: 'Du hast die stärkste Stufe geschlagen.',
  botPlay: 'Nächste Stufe spielen',
};

export const texts: Words<typeof player> = {
  title: 'Spielerseite',
  missing: 'Spieler nicht gefunden',
  missingText:
    'Mit diesem Schlüssel hat hier noch niemand gespielt. Hast du dich vertippt, oder gehört er zu einem anderen Server?',
  toLeaderboard: 'Zur Rangliste',
  you: 'du',
  bot: 'Bot',
  botText: 'Unser eigener Bot. Matches gegen ihn sind ungewertet.',
  key: 'Öffentlicher Schlüssel',
  copyKey: 'Schlüssel kopieren',
  copied: 'Der Schlüssel ist kopiert.',
  count: (count) => number(count),
  share: (share) => percent(share),
  ...rating,
  ...graph,
  ...prOfPlayer,
  ...matches,
  ...rivals,
  ...bots,
  ...diceOfPlayer,
};
