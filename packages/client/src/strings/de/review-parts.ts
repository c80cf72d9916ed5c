import type { Catalogue } from '../catalogue.ts';
import { number, percent, plural, signed } from './forms.ts';

type Review = Catalogue['review'];

/** What engines call a cube decision. */
const cubeActions: Readonly<Record<string, string>> = {
  'no-double': 'nicht doppeln',
  'double-take': 'doppeln, annehmen',
  'double-pass': 'doppeln, passen',
  'double-beaver': 'doppeln, Beaver',
  'no-double-beaver': 'nicht doppeln: ein Beaver wäre die Antwort',
  'too-good': 'zu gut zum Doppeln',
};

export const cube: Review['cube'] = {
  title: 'Der Dopplerwürfel',
  noDouble: 'Nicht doppeln',
  doubleTake: 'Doppeln, annehmen',
  doublePass: 'Doppeln, passen',
  engine: (action) => `Die Engine: ${cubeActions[action] ?? action.replaceAll('-', ' ')}`,
  right: 'Laut Engine richtig.',
  wrong: (cost) => `Die Engine hätte anders entschieden: ${number(cost, 3)} verschenkt.`,
  unjudged: 'Die Engine sagt nicht, ob das richtig war.',
  none: 'Der schnelle Blick beurteilt das Doppeln nicht. Die Schätzung dieses Browsers und die tiefe Analyse tun es.',
  seenBy: (name) =>
    `In Punkten des Dopplerwerts vor dem Doppeln, gesehen von ${name}. Doppelentscheidungen zählen nicht für die PR.`,
  nothing: 'Hier gibt es nichts zu beurteilen.',
};

export const chart: Review['chart'] = {
  title: 'Das Match auf einen Blick',
  kinds: { mwc: 'Chancen', equity: 'Equity', pips: 'Rennen' },
  mwc: (name) => `Chance auf den Matchsieg für ${name}, Zug für Zug`,
  equity: (name) => `Equity für ${name} in Punkten des Dopplerwerts, Zug für Zug`,
  pips: (name) => `Vorsprung für ${name} im Rennen, in Pips`,
  pipsNote:
    'Das Rennen braucht keine Engine. Chancen kommen mit der Schätzung dieses Browsers oder der tiefen Analyse.',
  label: (what, low, high, mistakes) => `${what}: zwischen ${low} und ${high}. ${mistakes}`,
  mistakes: (counts) =>
    `${plural(counts.blunder, { one: '# Patzer', other: '# Patzer' })}, ${plural(counts.error, { one: '# Fehler', other: '# Fehler' })} und ${plural(counts.inaccuracy, { one: '# Ungenauigkeit', other: '# Ungenauigkeiten' })} sind markiert.`,
  none: 'Es sind keine Fehler markiert.',
  value: { mwc: (v) => percent(v), equity: (v) => signed(v, 2), pips: (v) => signed(v) },
  inWords: 'Die Kurve in Zahlen',
  column: { game: 'Spiel', score: 'Stand am Anfang', end: 'Am Ende', low: 'Tiefster Wert', high: 'Höchster Wert' },
  gameMark: (game) => `S${game}`,
  what: 'In der Kurve zeigen',
};

export const summary: Review['summary'] = {
  title: 'Leistung',
  whole: 'Ganzes Match',
  what: 'Summen für',
  pr: 'PR',
  prLong: 'Performance Rating: Verlust je Entscheidung mal 500. Weniger ist besser.',
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
  explained: {
    equity: 'Verluste sind Unterschiede der Equity ohne Dopplerwürfel, in Punkten.',
    'mwc-per-point':
      'Verluste sind Unterschiede der Chance auf den Matchsieg, in Punkten des Einsatzes in diesem Moment.',
    'move-order': '',
  },
  engine: (engine, ply) => `${engine}, ${ply}-ply`,
  figures: { inaccuracy: 'Ungenauigkeiten', error: 'Fehler', blunder: 'Patzer' },
};

export const instant: Review['instant'] = {
  start: 'Sofort analysieren',
  startText: 'Mit der eigenen Engine dieser Seite, in diesem Browser: ein paar Sekunden, und nichts wird verschickt.',
  starting: 'Die Engine wird geladen …',
  progress: (done, wanted) =>
    `${number(done)} von ${plural(wanted, { one: '# Entscheidung', other: '# Entscheidungen' })} beurteilt`,
  stop: 'Abbrechen',
  done: (engine) => `Schätzung von ${engine}`,
  doneText: 'Ein kurzer Blick, in diesem Browser gemacht. Die PR braucht eine tiefe Analyse.',
  doneFile: 'Ein kurzer Blick, in diesem Browser gemacht.',
  file: 'Dieses Protokoll ist eine eigene Datei. Der Server weiß nichts davon; die Engine dieses Browsers kann es beurteilen.',
  notLoaded: 'Die Engine ließ sich nicht laden. Wurde sie einmal mit Verbindung benutzt, ist sie auch ohne da.',
  failed: 'Die Engine konnte dieses Match nicht beurteilen.',
  pr: 'Geschätzte PR',
  prOf: (pr) => (pr === null ? '–' : `≈ ${number(pr, 1)}`),
  estimate: (engine) =>
    `Eine Schätzung von ${engine}: jeder Zug nach dem Netz selbst, die zweifelhaftesten einen Wurf weiter. Sie ist nicht die PR einer tiefen Analyse und nicht mit ihr zu vergleichen.`,
};

export const tier: Review['tier'] = {
  title: 'Analyse',
  fast: 'Vorläufig: nur die Reihenfolge',
  fastText:
    'Geordnet von einer eingebauten Heuristik. Was ein Zug kostet, braucht eine Engine, und die PR eine tiefe Analyse.',
  deep: 'Tiefe Analyse',
  start: 'Tief analysieren',
  startText:
    'Berechnet von Freiwilligen mit einer starken Engine: was jeder Zug kostet, das Doppeln und die PR beider Seiten.',
  asking: 'Die tiefe Analyse wird angefragt …',
  progress: (done, wanted) =>
    `${number(done)} von ${plural(wanted, { one: '# Stellung', other: '# Stellungen' })} analysiert`,
  noneYet: 'Die Stellungen sind verteilt. Noch hat kein Rechner geantwortet; gewartet wird bis zu 20 Sekunden.',
  busy: 'Zu viele Anfragen von deiner Adresse. Gleich geht es von selbst weiter.',
  waits: 'Die tiefe Analyse wartet auf den Rechner einer freiwilligen Person.',
  volunteers: 'Wie Freiwillige helfen',
  unreachable: 'Keine Verbindung. Die Analyse geht weiter, wenn es wieder eine gibt.',
  failed: 'Der Server hat keine Antwort gegeben, die diese Seite versteht.',
  goOn: 'Weitermachen',
  stop: 'Nicht mehr warten',
  done: (engine, ply) => `Tiefe Analyse von ${engine}, ${ply}-ply`,
  loadingFast: 'Die Züge werden angesehen …',
  fastFailed: 'Der schnelle Blick ist gerade nicht gelungen.',
};

export const tools: Review['tools'] = {
  title: 'Zum Mitnehmen',
  link: 'Link zu dieser Stelle kopieren',
  xgid: 'XGID kopieren',
  gnu: 'GNU-ID kopieren',
  copied: {
    link: 'Der Link zu dieser Stelle ist kopiert.',
    xgid: 'Die XGID ist kopiert.',
    gnu: 'Die GNU-IDs sind kopiert.',
  },
  files: { json: 'Protokoll', mat: '.mat', sgf: 'SGF' },
  filesLong: {
    json: 'Das unterschriebene Protokoll herunterladen',
    mat: 'Als .mat herunterladen, für XG und GNU Backgammon',
    sgf: 'Als SGF herunterladen',
  },
  verify: 'Prüfen',
  ids: 'Stellung und Match als Text',
  position: 'GNU-Kennung der Stellung',
  match: 'GNU-Kennung des Matches',
};
