import type { Catalogue } from '../catalogue.ts';
import { number, percent, plural, signed } from '../forms.ts';
import { chart, cube, instant, summary, tier, tools } from './review-parts.ts';

const marks = { inaccuracy: 'Ungenauigkeit', error: 'Fehler', blunder: 'Patzer' };

const page = {
  title: 'Rückblick',
  titleOf: (one: string, other: string) => `Rückblick · ${one} – ${other}`,
  loading: 'Das Match wird geladen und geprüft …',
  offline: 'Keine Verbindung. Das Match wird geladen, sobald du wieder online bist.',
  busy: 'Zu viele Anfragen von deiner Adresse. Warte eine Minute und versuch es noch einmal.',
  noVerifier:
    'Das Prüfprogramm ließ sich nicht laden, und ungeprüfte Matches werden nicht gezeigt. Versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  missing: 'Match nicht gefunden',
  missingText:
    'Kein beendetes Match hat diese Kennung. Vielleicht wurde es abgebrochen, oder die Adresse ist falsch getippt.',
  noFile: 'Diese Datei ist nicht mehr verfügbar',
  noFileText:
    'Es war deine eigene Datei, und dieser Browser hat sie nicht behalten. Öffne sie noch einmal, um den Rückblick zu sehen.',
  openFile: 'Ein Protokoll öffnen',
  unfinished: 'Dieses Match läuft noch',
  unfinishedText:
    'Den Rückblick gibt es, wenn es vorbei ist. Bis dahin kannst du zusehen. Diese Seite aktualisiert sich automatisch.',
  watch: 'Zusehen',
  home: 'Zur Startseite',
  refused: 'Dieses Protokoll hat die Prüfung nicht bestanden, darum wird es nicht gezeigt',
  refusedText: 'Etwas in der Datei hat die Prüfung nicht bestanden, also ist ihrem Inhalt nicht zu trauen.',
  refusedAt: (event: number | null, message: string) =>
    event === null ? `Im Protokoll als Ganzem: ${message}.` : `Ereignis ${event}: ${message}.`,
  refusedKept: 'Die Datei ist auf diesem Gerät als Beleg gespeichert. Du findest sie auf der Seite „Prüfen“.',
  toVerify: 'Ansehen, was gescheitert ist',
  code: (code: string) => `Fehlerkennung: ${code}`,
  otherKey:
    'Dieses Protokoll ist mit einem anderen Serverschlüssel unterschrieben als dem, den dein Browser für diese Adresse kennt. Zu jenem Schlüssel passt es.',
  verifiedLink: 'Wie?',
  won: (name: string) => `${name} gewinnt das Match`,
  wonPoints: (name: string, count: number) => `${name} gewinnt ${plural(count, { one: '# Punkt', other: '# Punkte' })}`,
  reasons: {
    points: '',
    resign: ' durch Aufgabe',
    time: ' auf Zeit',
    abandonment: ': Der Gegner ist gegangen',
  },
  score: (one: number, other: number) => `${one}–${other}`,
  money: (game: number) => `Geldspiel ${game}`,
  match: (length: number) => `Match bis ${length}`,
};

const imported = {
  title: 'Rückblick auf ein Match aus einer Datei',
  lead: 'Rückblick auf ein Match von GNU Backgammon, eXtreme Gammon, Backgammon Galaxy oder OpenGammon. Es bleibt auf deinem Gerät.',
  unverified:
    'Nicht geprüft: Nichts in dieser Datei belegt die Würfel, die Spieler oder das Ergebnis. Sie bleibt auf diesem Gerät.',
  games: (count: number) => `Geldspiele · ${plural(count, { one: '# Spiel', other: '# Spiele' })}`,
  unfinished: 'Die Datei endet vor dem Match.',
  close: 'Diese Datei schließen',
  notKept: 'Dein Browser speichert keine Daten für diese Website, also schließt Neuladen die Datei.',
};

const steps = {
  moment: (at: number, of: number) => `Zug ${at} von ${of}`,
  spokenMoment: (at: number, of: number, game: number, one: number, other: number) =>
    `Zug ${at} von ${of}. Spiel ${game}, Stand ${one} zu ${other}.`,
  slider: 'Stelle im Match',
  steps: 'Schritte durch das Match',
  first: 'Zum Anfang',
  earlier: 'Voriger Zug',
  later: 'Nächster Zug',
  last: 'Zum Ende',
  earlierMistake: 'Voriger Fehler',
  laterMistake: 'Nächster Fehler',
  mistake: 'Fehler',
  keys: '← und → gehen schrittweise, Pos1 und Ende springen, Umschalt mit einem Pfeil findet den nächsten Fehler. Auf dem Telefon wischst du über das Brett.',
  boardInWords: 'Das Brett in Worten',
};

const list = {
  list: 'Züge',
  noneListed: 'Keine Entscheidung passt zu diesen Filtern.',
  game: (game: number) => `Spiel ${game}`,
  gameScore: (one: number, other: number, crawford: boolean) => `${one}–${other}${crawford ? ', Crawford' : ''}`,
  rank: (rank: number, of: number) => `${rank} von ${of}`,
  spokenRank: (rank: number, of: number) => `Nummer ${rank} von ${of}.`,
  forced: 'erzwungen',
  spokenForced: 'Es war der einzige Zug.',
  loss: (loss: number) => (loss === 0 ? '' : number(-loss, 3)),
  spokenLoss: (loss: number) => `Er verliert ${number(loss, 3)}.`,
  marks,
  spokenMark: (mark: keyof typeof marks) => `${marks[mark]}.`,
  filters: 'Filter',
  who: 'Spieler',
  everyone: 'Beide',
  mine: 'Meine',
  kind: 'Zeigen',
  kinds: { all: 'Alle', mistakes: 'Alle Fehler', errors: 'Fehler und Patzer', cube: 'Doppeln' },
};

const plays = {
  plays: 'Die besten Züge',
  playsFast: 'Rangfolge der Heuristik',
  play: 'Zug',
  equity: 'Equity',
  mwc: 'Matchsieg',
  difference: 'Diff.',
  win: 'Gewinn',
  made: 'gespielt',
  percent: (share: number) => percent(share, 1),
  mwcOf: (share: number) => percent(share, 2),
  equityOf: (value: number) => signed(value, 3),
  best: 'bester Zug',
  rankedOf: (rank: number, of: number) => `Nummer ${rank} von ${of}`,
  onlyPlay: 'Der einzige mögliche Zug: Er kostet nichts und zählt nicht.',
  noPlay: 'Kein Zug möglich.',
  before: 'Vor dem Zug',
  back: 'Zurück zum gespielten Zug',
  noJudgement: 'Zu dieser Entscheidung gibt es keine Analyse.',
  noReport: 'Die Analyse ist nicht verfügbar.',
};

export const review: Catalogue['review'] = {
  ...page,
  verified: (rolls) =>
    `In diesem Browser geprüft: Alle Unterschriften sind gültig, und ${plural(rolls, { one: 'der eine Wurf folgt', other: 'alle # Würfe folgen' })} aus dem, worauf sich alle drei Schlüssel festgelegt hatten.`,
  imported,
  ...steps,
  ...list,
  ...plays,
  cube,
  chart,
  summary,
  instant,
  tier,
  tools,
};
