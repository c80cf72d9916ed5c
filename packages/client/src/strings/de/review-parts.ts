import type { Catalogue } from '../catalogue.ts';
import { number, percent, plural, signed } from '../forms.ts';

type Review = Catalogue['review'];

/** Names of the engines’ cube verdicts. */
const cubeActions: Readonly<Record<string, string>> = {
  'no-double': 'nicht doppeln',
  'double-take': 'doppeln, annehmen',
  'double-pass': 'doppeln, passen',
  'double-beaver': 'doppeln, Beaver',
  'no-double-beaver': 'nicht doppeln (die Antwort wäre ein Beaver)',
  'too-good': 'zu gut zum Doppeln',
};

export const cube: Review['cube'] = {
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

export const chart: Review['chart'] = {
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

export const summary: Review['summary'] = {
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

export const instant: Review['instant'] = {
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

export const tier: Review['tier'] = {
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

export const tools: Review['tools'] = {
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
