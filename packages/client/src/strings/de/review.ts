import type { Words } from '../chosen.ts';
import { number, percent, plural, signed } from '../forms.ts';
import type { review } from '../review.ts';

type Review = Words<typeof review>;

/** Names of the engines’ cube verdicts. */
const cubeActions: Readonly<Record<string, string>> = {
  'no-double': 'nicht doppeln',
  'double-take': 'doppeln, annehmen',
  'double-pass': 'doppeln, passen',
  'double-beaver': 'doppeln, Beaver',
  'no-double-beaver': 'nicht doppeln (die Antwort wäre ein Beaver)',
  'too-good': 'zu gut zum Doppeln',
};

const cube: Review['cube'] = {
  title: 'Der Dopplerwürfel',
  noDouble: 'Nicht doppeln',
  doubleTake: 'Doppeln, annehmen',
  doublePass: 'Doppeln, passen',
  action: (action) => cubeActions[action] ?? action.replaceAll('-', ' '),
  engine: (action) => `Am besten: ${cubeActions[action] ?? action.replaceAll('-', ' ')}`,
  right: 'Die gespielte Entscheidung war richtig.',
  wrong: (cost) => `Die gespielte Entscheidung war ein Fehler: Sie verliert ${number(cost, 3)}.`,
  wrongs: {
    roll: (cost) => `Ein verpasstes Doppeln: Nicht zu doppeln verliert ${number(cost, 3)}.`,
    double: (cost) => `Ein falsches Doppeln: Es verliert ${number(cost, 3)}.`,
    take: (cost) => `Ein falsches Annehmen: Es verliert ${number(cost, 3)}.`,
    pass: (cost) => `Ein falsches Passen: Es verliert ${number(cost, 3)}.`,
  },
  missedDouble: 'Verpasstes Doppeln',
  unjudged: 'Die Engine hat die gespielte Entscheidung nicht bewertet.',
  none: 'Die eingebaute Rangfolge bewertet das Doppeln nicht. Die Schnellanalyse und die Tiefenanalyse tun es.',
  seenBy: (name) => `In Punkten beim Stand des Dopplerwürfels vor dem Doppeln, für ${name}.`,
  apart: 'Doppelentscheidungen zählen nicht für die PR einer Tiefenanalyse.',
  by: (engine, ply) => `Bewertet von ${engine}, ${ply}-ply.`,
  nothing: 'Hier gibt es nichts zu bewerten.',
};

const chart: Review['chart'] = {
  title: 'Das Match auf einen Blick',
  kinds: { mwc: 'Chancen', equity: 'Equity', pips: 'Rennen' },
  mwc: (name) => `${name}: Chance auf den Matchsieg, Zug für Zug`,
  equity: (name) => `${name}: Equity in Punkten beim Stand des Dopplerwürfels, Zug für Zug`,
  pips: (name) => `${name}: Vorsprung im Rennen, in Pips`,
  pipsNote: 'Starte eine Schnellanalyse oder eine Tiefenanalyse, um die Chancen zu sehen.',
  label: (what, low, high, mistakes) => `${what}: zwischen ${low} und ${high}. ${mistakes}`,
  mistakes: (counts) =>
    `${plural(counts.blunder, { one: '# Patzer', other: '# Patzer' })}, ${plural(counts.error, { one: '# Fehler', other: '# Fehler' })} und ${plural(counts.inaccuracy, { one: '# Ungenauigkeit', other: '# Ungenauigkeiten' })} sind markiert.`,
  none: 'Es sind keine Fehler markiert.',
  value: { mwc: (v) => percent(v), equity: (v) => signed(v, 2), pips: (v) => signed(v) },
  inWords: 'Die Kurve als Tabelle',
  column: { game: 'Spiel', score: 'Stand am Anfang', end: 'Am Ende', low: 'Tiefster Wert', high: 'Höchster Wert' },
  gameMark: (game) => `S${game}`,
  what: 'In der Kurve zeigen',
};

const summary: Review['summary'] = {
  title: 'Leistung',
  whole: 'Ganzes Match',
  what: 'Summen für',
  pr: 'PR',
  prLong: 'Performance Rating: durchschnittlicher Verlust je Entscheidung mal 500. Weniger ist besser.',
  decisions: 'Entscheidungen',
  forced: 'Erzwungen',
  loss: 'Verlust',
  first: 'Erste Wahl der Heuristik',
  luck: 'Glück',
  firstOf: (first, of) => (of === 0 ? '–' : `${first} von ${of}`),
  number: (count) => number(count),
  prOf: (pr) => (pr === null ? '–' : number(pr, 2)),
  lossOf: (loss) => number(loss, 3),
  luckOf: (luck) => signed(luck, 3),
  luckBy: (engine) =>
    `Glück ist der Wert jedes Wurfs nach seinem besten Zug, abzüglich des Mittels aller Würfe, mit dem Dopplerwürfel; von ${engine}, 0-ply.`,
  explained: {
    equity: 'Verluste sind Unterschiede der Equity ohne Dopplerwürfel, in Punkten.',
    'mwc-per-point': 'Verluste sind Unterschiede der Chance auf den Matchsieg, in Punkten beim Einsatz dieses Moments.',
    'move-order': '',
  },
  engine: (engine, ply) => `${engine}, ${ply}-ply`,
  cubeLoss: 'Verlust beim Doppeln',
  cubeDecisions: 'Doppelentscheidungen',
  wrong: {
    missed: 'Verpasstes Doppeln',
    doubles: 'Falsches Doppeln',
    takes: 'Falsches Annehmen',
    passes: 'Falsches Passen',
  },
  cubeBy: (engine, ply) =>
    `Die Werte zum Doppeln sind eine Schätzung von ${engine}, ${ply}-ply: Die Tiefenanalyse bewertet nur das gespielte Doppeln.`,
  figures: { inaccuracy: 'Ungenauigkeiten', error: 'Fehler', blunder: 'Patzer' },
};

const instant: Review['instant'] = {
  start: 'Schnellanalyse',
  startText: 'Unsere Engine, in deinem Browser. Sie lädt einmal etwa 130 kB und braucht ein paar Sekunden.',
  starting: 'Die Engine wird geladen …',
  progress: (done, wanted) =>
    `${number(done)} von ${plural(wanted, { one: '# Entscheidung', other: '# Entscheidungen' })} analysiert`,
  stop: 'Abbrechen',
  done: (engine) => `Schätzung von ${engine}`,
  doneText: 'In deinem Browser berechnet. Eine vergleichbare PR liefert die Tiefenanalyse.',
  doneFile: 'In deinem Browser berechnet.',
  file: 'Das ist deine eigene Datei. Analysiere sie in deinem Browser.',
  notLoaded: 'Die Engine ließ sich nicht laden. Beim ersten Mal braucht sie eine Verbindung.',
  failed: 'Die Engine konnte dieses Match nicht analysieren.',
  tooLong: 'Die Engine beurteilt kein Match, in dem einer Seite mehr als 25 Punkte fehlen.',
  pr: 'Geschätzte PR',
  prPlays: 'Züge',
  prCube: 'Doppeln',
  prCubeAlone: 'Geschätzte PR beim Doppeln',
  prOf: (pr) => (pr === null ? '–' : `≈ ${number(pr, 1)}`),
  estimate: (engine) =>
    `Eine Schätzung von ${engine}, zwei Würfe vorausgerechnet. Züge werden ohne den Dopplerwürfel verglichen, Doppelentscheidungen mit ihm. Ein Zug ohne Doppeln zählt, wenn Doppeln weniger als 0,16 verloren hätte. Sie ist nicht mit der PR einer Tiefenanalyse zu vergleichen.`,
};

const tier: Review['tier'] = {
  title: 'Analyse',
  fast: 'Noch nicht analysiert',
  fastText:
    'Noch ordnet eine einfache Heuristik die Züge. Die Schnellanalyse zeigt, was jeder Zug kostet: Sie lädt einmal etwa 130 kB und braucht ein paar Sekunden.',
  deep: 'Tiefenanalyse',
  start: 'Tiefenanalyse',
  startText:
    'Eine starke Engine auf Rechnern von Freiwilligen: was jeder Zug kostet, das Doppeln und die PR beider Seiten.',
  asking: 'Die Tiefenanalyse wird angefordert …',
  progress: (done, wanted) =>
    `${number(done)} von ${plural(wanted, { one: '# Stellung', other: '# Stellungen' })} analysiert`,
  noneYet: 'Die Stellungen sind in der Warteschlange. Noch hat niemand geantwortet.',
  busy: 'Zu viele Anfragen von deiner Adresse. Die Analyse geht gleich automatisch weiter.',
  waits:
    'Warten auf den Rechner von Freiwilligen. Du kannst diese Seite schließen: Der Server merkt sich deine Anfrage einen Tag lang.',
  limited:
    'Es warten schon zu viele Tiefenanalysen. Der Server hat sich diese Anfrage nicht gemerkt. Solange diese Seite offen ist, fragt sie wieder nach.',
  volunteers: 'Wie Freiwillige helfen',
  unreachable: 'Keine Verbindung. Die Analyse geht weiter, sobald du wieder online bist.',
  failed: 'Der Server hat eine Antwort geschickt, die diese Seite nicht versteht.',
  goOn: 'Weitermachen',
  stop: 'Nicht mehr warten',
  done: (engine, ply) => `Tiefenanalyse von ${engine}, ${ply}-ply`,
  confirmed: (confirmed, judgements) =>
    confirmed === 0
      ? 'Nicht unabhängig bestätigt.'
      : confirmed === judgements
        ? 'Unabhängig bestätigt: Zwei Freiwillige stimmen in jedem Urteil überein.'
        : `Unabhängig bestätigt: ${number(confirmed)} von ${number(judgements)} Urteilen.`,
  loadingFast: 'Die Züge werden geordnet …',
  fastFailed: 'Die Züge ließen sich nicht ordnen.',
};

const tools: Review['tools'] = {
  title: 'Teilen und exportieren',
  link: 'Link zu dieser Stelle kopieren',
  xgid: 'XGID kopieren',
  gnu: 'GNU-ID kopieren',
  study: 'Diese Stellung analysieren',
  copied: {
    link: 'Link kopiert.',
    xgid: 'XGID kopiert.',
    gnu: 'GNU-IDs kopiert.',
  },
  files: { json: 'Protokoll', mat: '.mat', sgf: 'SGF', ogxm: 'OGXM' },
  filesLong: {
    json: 'Das unterschriebene Protokoll herunterladen',
    mat: 'Als .mat herunterladen, für XG und GNU Backgammon',
    sgf: 'Als SGF herunterladen',
    ogxm: 'Als OGXM herunterladen, für OpenGammon und HedgeHog',
  },
  judgements: 'Bericht mit Unterschriften',
  verify: 'Prüfen',
  ids: 'Stellung und Match als Text',
  position: 'GNU-Kennung der Stellung',
  match: 'GNU-Kennung des Matches',
};

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
  at: (score: string) => ` beim Stand von ${score}`,
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
  noReport: 'Noch keine Analyse.',
  comment: 'Kommentar in der Datei:',
  stated: {
    column: 'In der Datei',
    /** The program follows, if the file names it. */
    inFile: 'In der Datei',
    right: 'die beste Entscheidung.',
    loses: (loss: number) => `sie verliert ${number(loss, 3)}.`,
    best: 'Am besten:',
  },
};

export const texts: Words<typeof review> = {
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
