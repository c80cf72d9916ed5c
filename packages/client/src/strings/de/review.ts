import type { Catalogue } from '../catalogue.ts';
import { number, percent, plural, signed } from './forms.ts';
import { chart, cube, instant, summary, tier, tools } from './review-parts.ts';

const marks = { inaccuracy: 'Ungenauigkeit', error: 'Fehler', blunder: 'Patzer' };

const page = {
  title: 'Rückblick',
  titleOf: (one: string, other: string) => `Rückblick · ${one} – ${other}`,
  loading: 'Das Match wird geholt und jedes Ereignis geprüft …',
  offline: 'Keine Verbindung. Das Match wird geholt, sobald es wieder eine gibt.',
  busy: 'Gerade kommen zu viele Anfragen von deiner Adresse. Warte eine Minute und versuch es noch einmal.',
  noVerifier: 'Das Prüfprogramm ließ sich nicht laden, und Ungeprüftes wird nicht gezeigt. Versuch es noch einmal.',
  again: 'Noch einmal versuchen',
  missing: 'Dieses Match gibt es nicht',
  missingText:
    'Kein beendetes Match hat diese Kennung. Vielleicht wurde es vorher abgebrochen, oder die Adresse ist falsch getippt.',
  noFile: 'Diese Datei ist nicht mehr zur Hand',
  noFileText:
    'Es war ein eigenes Protokoll, und dieser Browser hat es nicht behalten. Öffne die Datei noch einmal, um zurückzublicken.',
  openFile: 'Ein Protokoll öffnen',
  unfinished: 'Dieses Match läuft noch',
  unfinishedText:
    'Den Rückblick gibt es, wenn es vorbei ist. Bis dahin kannst du zusehen; diese Seite ändert sich von selbst.',
  watch: 'Zusehen',
  home: 'Zur Startseite',
  refused: 'Dieses Protokoll hält nicht stand, darum wird es nicht gezeigt',
  refusedText:
    'Etwas in der Datei vom Server besteht die Prüfung nicht. Sie wird nicht als Match gezeigt, weil auf ihren Inhalt kein Verlass ist.',
  refusedAt: (event: number | null, message: string) =>
    event === null ? `Im Protokoll als Ganzem: ${message}.` : `Ereignis ${event}: ${message}.`,
  refusedKept: 'Dieses Gerät hat als Beleg behalten, was ihm gezeigt wurde. Du findest es auf der Seite zum Prüfen.',
  toVerify: 'Sieh, was scheitert',
  code: (code: string) => `Fehlerkennung: ${code}`,
  otherKey:
    'Dieses Protokoll ist mit einem anderen Serverschlüssel abgeschlossen als dem, den dein Browser für diese Adresse kennt. Zu jenem Schlüssel passt es.',
  verifiedLink: 'Wie?',
  won: (name: string, money: boolean) => `${name} gewinnt das ${money ? 'Spiel' : 'Match'}`,
  reasons: {
    points: '',
    resign: ' durch Aufgabe',
    time: ' auf Zeit',
    abandonment: ', weil die andere Seite gegangen ist',
  },
  score: (one: number, other: number) => `${one}–${other}`,
  money: 'Geldspiel',
  match: (length: number) => `Match bis ${length}`,
};

const steps = {
  moment: (at: number, of: number) => `Zug ${at} von ${of}`,
  spokenMoment: (at: number, of: number, game: number, one: number, other: number) =>
    `Zug ${at} von ${of}. Spiel ${game}, Stand ${one} zu ${other}.`,
  slider: 'Stelle im Match',
  steps: 'Schritte durch das Match',
  first: 'Zum Anfang',
  earlier: 'Einen zurück',
  later: 'Einen weiter',
  last: 'Zum Ende',
  earlierMistake: 'Voriger Fehler',
  laterMistake: 'Nächster Fehler',
  mistake: 'Fehler',
  keys: '← und → gehen schrittweise, Pos1 und Ende springen, Umschalt mit einem Pfeil findet den nächsten Fehler. Auf dem Telefon wischst du über das Brett.',
  boardInWords: 'Das Brett in Worten',
};

const list = {
  list: 'Züge',
  noneListed: 'Keine Entscheidung passt zu dieser Auswahl.',
  game: (game: number) => `Spiel ${game}`,
  gameScore: (one: number, other: number, crawford: boolean) => `${one}–${other}${crawford ? ', Crawford' : ''}`,
  rank: (rank: number, of: number) => `${rank} von ${of}`,
  spokenRank: (rank: number, of: number) => `Nummer ${rank} von ${of}.`,
  forced: 'erzwungen',
  spokenForced: 'Es war der einzige Zug.',
  loss: (loss: number) => (loss === 0 ? '' : number(-loss, 3)),
  spokenLoss: (loss: number) => `Er verschenkt ${number(loss, 3)}.`,
  marks,
  spokenMark: (mark: keyof typeof marks) => `${marks[mark]}.`,
  filters: 'Welche Züge',
  who: 'Seite',
  everyone: 'Beide',
  mine: 'Meine',
  kind: 'Zeigen',
  kinds: { all: 'Alle', mistakes: 'Alle Fehler', errors: 'Fehler und Patzer', cube: 'Doppeln' },
};

const plays = {
  plays: 'Die besten Züge',
  playsFast: 'Die Reihenfolge der Heuristik',
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
  onlyPlay: 'Der einzige Zug: Er kostet nichts und zählt nicht.',
  noPlay: 'Kein Zug möglich.',
  before: 'Vor dem Zug',
  back: 'Zurück zum gespielten Zug',
  noJudgement: 'Zu dieser Entscheidung gibt es keine Analyse.',
  noReport: 'Die Analyse ist nicht da.',
};

export const review: Catalogue['review'] = {
  ...page,
  verified: (rolls) =>
    `In dieser Seite geprüft: Alle Unterschriften stimmen, und ${plural(rolls, { one: 'der eine Wurf stand', other: 'alle # Würfe standen' })} fest, bevor danach gezogen wurde.`,
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
